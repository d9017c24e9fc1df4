------------------------------ MODULE Grants ------------------------------
(* Leases, fences and lost members: who may be told about a grant, and which *)
(* grants of a lost member are passed on. docs/reliability/model.md says     *)
(* which method of the code each action stands for.                          *)
(*                                                                           *)
(* One key with one slot. Consensus is taken for granted: the leader of the  *)
(* newest term appends, and what is appended is committed. Earlier leaders   *)
(* may still believe that they lead and answer messages. A message is heard  *)
(* at once or never, because one that is heard later only makes the leader   *)
(* wait longer. Its answer may be late.                                      *)
EXTENDS Integers, Sequences, FiniteSets

CONSTANTS
    Members,    \* processes of the server
    Watched,    \* those that may be lost; the others always reach their clients
    Slow,       \* those whose clocks may fall behind
    Home,       \* Home[c] is the member that the waiting client c is connected to
    Queue,      \* the clients in the order of their arrival
    First,      \* the leader of term 1
    Terms,      \* the number of terms
    End,        \* the time at which a behaviour ends
    Calm,       \* the time after which nothing fails and nothing that is due waits
    Ttl,        \* the length of a lease
    Fresh,      \* how long an answered message allows a member to deliver
    Margin,     \* what a leader adds to it
    Drift,      \* by how much a member's clock may fall behind
    Crashes,    \* members that may stop for ever
    Pauses,     \* whether processes and clients may be paused
    Rules       \* the rules in force; a variant of the model lacks one

Clients == {Queue[i] : i \in 1..Len(Queue)}
Never == -1
Nobody == "nobody"
Nothing == End + Ttl + Fresh + Margin + 1

VARIABLES
    now,        \* real time
    behind,     \* by how much each member's clock has fallen behind
    up,         \* the members that have not stopped
    leads,      \* leads[t] is the leader of term t
    base,       \* base[t] is the log time at which term t began
    begun,      \* the real time of that
    key,        \* the machine: holder, deadline, queue, living members, fence
    grants,     \* every grant that was made, in the order of the log
    heard,      \* heard[m]: log time at which the newest leader last heard m
    sent,       \* sent[t][m]: when m sent, by its clock, what that leader answered
    answers,    \* answers[t]: the members that the leader of t answers
    losses,     \* commands that declare a member lost, not appended yet
    phase,      \* of each client
    late,       \* clients whose reply was written after a pause
    written,    \* the number of the grant that last wrote to the resource
    highest     \* the highest fence that the resource has seen

vars == <<now, behind, up, leads, base, begun, key, grants, heard, sent, answers, losses,
          phase, late, written, highest>>

Rule(name) == name \in Rules
Term == Len(leads)
Clock(m) == now - behind[m]
LogTime(t) == base[t] + (now - begun[t])
Max(S) == CHOOSE x \in S : \A y \in S : y <= x

\* The number of a client's grant; 0 if it has none.
GrantOf(c) ==
    IF \E i \in 1..Len(grants) : grants[i].client = c
    THEN CHOOSE i \in 1..Len(grants) : grants[i].client = c
    ELSE 0

----------------------------------------------------------------------------
(* The machine. Every append first ends what has expired and then lets the   *)
(* head of the queue have the free slot, in one step.                        *)

Expired(k) ==
    IF Rule("leases expire") /\ k.holder # Nobody /\ k.due <= k.time
    THEN [k EXCEPT !.holder = Nobody] ELSE k

Promoted(k) ==
    IF k.holder = Nobody /\ k.queue # <<>>
    THEN [k EXCEPT !.holder = Head(k.queue), !.queue = Tail(k.queue),
                   !.fence = @ + 1, !.due = k.time + Ttl]
    ELSE k

\* Appends a command, given as what it does to the key, with the leader's log time.
Appended(change(_)) ==
    LET stamped == [key EXCEPT !.time = LogTime(Term)]
        next == Promoted(change(Promoted(Expired(stamped))))
        middle == Promoted(Expired(stamped))
        made(k, before) ==
            IF k.fence = before.fence THEN <<>>
            ELSE <<[client |-> k.holder, fence |-> k.fence, term |-> Term,
                    time |-> k.time, real |-> now]>>
    IN  /\ leads[Term] \in up
        /\ key' = next
        /\ grants' = grants \o made(middle, key) \o made(next, middle)

\* The first holder, who is not modelled, releases the lock at any time.
Free ==
    /\ key.holder = "first"
    /\ Appended(LAMBDA k : [k EXCEPT !.holder = Nobody])
    /\ UNCHANGED <<now, behind, up, leads, base, begun, heard, sent, answers, losses, phase,
                   late, written, highest>>

\* A client that was told about its grant releases the lock.
Release(c) ==
    /\ phase[c] = "told"
    /\ phase' = [phase EXCEPT ![c] = "done"]
    /\ Appended(LAMBDA k : IF k.holder = c THEN [k EXCEPT !.holder = Nobody] ELSE k)
    /\ UNCHANGED <<now, behind, up, leads, base, begun, heard, sent, answers, losses, late,
                   written, highest>>

\* An entry without commands, proposed when a deadline is reached.
Expire ==
    /\ key.holder \notin {Nobody, "first"}
    /\ Rule("leases expire")
    /\ LogTime(Term) >= key.due
    /\ Appended(LAMBDA k : k)
    /\ UNCHANGED <<now, behind, up, leads, base, begun, heard, sent, answers, losses, phase,
                   late, written, highest>>

----------------------------------------------------------------------------
(* Time and members.                                                         *)

\* What the leader, the members and the first holder do without delay in calm times.
Due ==
    \/ key.holder = "first"
    \/ /\ key.holder # Nobody
       /\ LogTime(Term) >= key.due
       /\ Rule("leases expire")
    \/ losses # {}
    \/ leads[Term] \notin up
    \/ \E m \in Watched \ up : m \in key.alive

Tick ==
    /\ now < End
    /\ now >= Calm => ~Due
    /\ now' = now + 1
    /\ \E slow \in SUBSET {m \in Slow : behind[m] < Drift} :
           behind' = [m \in Members |-> IF m \in slow THEN behind[m] + 1 ELSE behind[m]]
    /\ UNCHANGED <<up, leads, base, begun, key, grants, heard, sent, answers, losses, phase,
                   late, written, highest>>

Crash(m) ==
    /\ now < Calm
    /\ m \in Crashes \cap up
    /\ (m # leads[Term] \/ Term < Terms)
    /\ up' = up \ {m}
    /\ UNCHANGED <<now, behind, leads, base, begun, key, grants, heard, sent, answers, losses,
                   phase, late, written, highest>>

\* A new leader continues from the log time of the last entry. It begins only after it has
\* applied every entry of earlier terms.
Elect(m) ==
    /\ Term < Terms
    /\ (now < Calm \/ leads[Term] \notin up)
    /\ m \in up
    /\ m # leads[Term]
    /\ leads' = Append(leads, m)
    /\ base' = Append(base, key.time)
    /\ begun' = Append(begun, now)
    /\ heard' = [w \in Watched |-> Never]
    /\ answers' = Append(answers,
           IF Rule("only living members are answered") THEN key.alive ELSE Members)
    /\ key' = IF Rule("fences continue") THEN key ELSE [key EXCEPT !.fence = 0]
    /\ UNCHANGED <<now, behind, up, grants, sent, losses, phase, late, written, highest>>

----------------------------------------------------------------------------
(* Contact.                                                                  *)

\* The leader of term t answers a message of m. A leader that was replaced may do so too. A
\* leader also answers itself, for grants of earlier terms.
Answer(t, m) ==
    /\ leads[t] \in up
    /\ m \in up /\ m \in answers[t]
    /\ sent' = [sent EXCEPT ![t][m] = Clock(m)]
    /\ heard' = IF t = Term THEN [heard EXCEPT ![m] = LogTime(t)] ELSE heard
    /\ UNCHANGED <<now, behind, up, leads, base, begun, key, grants, answers, losses, phase,
                   late, written, highest>>

\* The newest leader declares m lost, for whatever reason.
Declare(m) ==
    /\ leads[Term] \in up
    /\ m # leads[Term] /\ m \in key.alive
    /\ (now < Calm \/ m \notin up)
    /\ ~\E loss \in losses : loss.term = Term /\ loss.member = m
    /\ answers' = IF Rule("lost members are silenced")
                  THEN [answers EXCEPT ![Term] = @ \ {m}] ELSE answers
    /\ LET since ==
               IF ~Rule("delivered grants stay") THEN 0
               ELSE IF heard[m] # Never
               THEN heard[m] + (IF Rule("two seconds are added") THEN Fresh ELSE 0)
                             + (IF Rule("a margin is added") THEN Margin ELSE 0)
               ELSE IF Rule("only grants of the own term") THEN base[Term] + 1 ELSE 0
       IN losses' = losses \cup {[term |-> Term, member |-> m, since |-> since]}
    /\ UNCHANGED <<now, behind, up, leads, base, begun, key, grants, heard, sent, phase, late,
                   written, highest>>

\* The command is appended, perhaps by a later leader, who refuses it.
Lose(loss) ==
    /\ losses' = losses \ {loss}
    /\ Appended(LAMBDA k :
           IF \/ loss.member \notin k.alive
              \/ (Rule("a later leader refuses") /\ loss.term # Term)
           THEN k
           ELSE LET waits == SelectSeq(k.queue, LAMBDA c : Home[c] # loss.member)
                    mine == k.holder \in Clients /\ Home[k.holder] = loss.member
                    passed == mine /\ k.due - Ttl >= loss.since
                IN [k EXCEPT !.alive = @ \ {loss.member}, !.queue = waits,
                             !.holder = IF passed THEN Nobody ELSE @])
    /\ UNCHANGED <<now, behind, up, leads, base, begun, heard, sent, answers, phase, late,
                   written, highest>>

----------------------------------------------------------------------------
(* Delivery.                                                                 *)

MayDeliver(c) ==
    LET g == grants[GrantOf(c)]
        m == Home[c]
        inContact ==
            \E t \in 1..Term :
                /\ Rule("contact of the term of the grant") => t >= g.term
                /\ sent[t][m] # Never
                /\ Clock(m) - sent[t][m] <= Fresh
    IN  IF m \notin Watched \/ leads[g.term] = m \/ ~Rule("contact is checked")
        THEN TRUE ELSE inContact

\* The reply is written in the step that checks the contact.
Deliver(c) ==
    /\ phase[c] = "waits" /\ GrantOf(c) # 0 /\ Home[c] \in up
    /\ MayDeliver(c)
    /\ phase' = [phase EXCEPT ![c] = "told"]
    /\ UNCHANGED <<now, behind, up, leads, base, begun, key, grants, heard, sent, answers,
                   losses, late, written, highest>>

\* The process is paused between the check and the write.
Pause(c) ==
    /\ Pauses
    /\ phase[c] = "waits" /\ GrantOf(c) # 0 /\ Home[c] \in up
    /\ MayDeliver(c)
    /\ phase' = [phase EXCEPT ![c] = "checked"]
    /\ UNCHANGED <<now, behind, up, leads, base, begun, key, grants, heard, sent, answers,
                   losses, late, written, highest>>

Resume(c) ==
    /\ phase[c] = "checked" /\ Home[c] \in up
    /\ phase' = [phase EXCEPT ![c] = "told"]
    /\ late' = late \cup {c}
    /\ UNCHANGED <<now, behind, up, leads, base, begun, key, grants, heard, sent, answers,
                   losses, written, highest>>

\* A client that was told writes to the resource, even long after its lease.
Write(c) ==
    LET i == GrantOf(c)
    IN  /\ Pauses
        /\ phase[c] = "told"
        /\ Rule("the resource checks the fence") => grants[i].fence >= highest
        /\ written # i
        /\ written' = i
        /\ highest' = Max({highest, grants[i].fence})
        /\ UNCHANGED <<now, behind, up, leads, base, begun, key, grants, heard, sent, answers,
                       losses, phase, late>>

----------------------------------------------------------------------------

Init ==
    /\ now = 0
    /\ behind = [m \in Members |-> 0]
    /\ up = Members
    /\ leads = <<First>> /\ base = <<0>> /\ begun = <<0>>
    /\ key = [holder |-> "first", due |-> Nothing, time |-> 0, queue |-> Queue,
              alive |-> Members, fence |-> 0]
    /\ grants = <<>>
    /\ heard = [m \in Watched |-> Never]
    /\ sent = [t \in 1..Terms |-> [m \in Watched |-> Never]]
    /\ answers = <<Members>>
    /\ losses = {}
    /\ phase = [c \in Clients |-> "waits"]
    /\ late = {}
    /\ written = 0 /\ highest = 0

Next ==
    \/ Tick \/ Free \/ Expire
    \/ \E m \in Members : Crash(m) \/ Elect(m)
    \/ \E m \in Watched : Declare(m) \/ \E t \in 1..Term : Answer(t, m)
    \/ \E loss \in losses : Lose(loss)
    \/ \E c \in Clients : Release(c) \/ Deliver(c) \/ Pause(c) \/ Resume(c) \/ Write(c)

Spec == Init /\ [][Next]_vars

\* What happens by itself. No step of the model can be undone, so no behaviour is endless, and
\* one condition for all of these steps is as strong as one for each.
Progress ==
    \/ Tick \/ Free \/ Expire
    \/ \E loss \in losses : Lose(loss)
    \/ \E m \in Members : leads[Term] \notin up /\ Elect(m)
    \/ \E m \in Watched : (m \notin up /\ Declare(m)) \/ (m \in up /\ Answer(Term, m))
    \/ \E c \in Clients : Deliver(c)

FairSpec == Spec /\ WF_vars(Progress)

----------------------------------------------------------------------------
(* What must be true.                                                        *)

\* A client believes in its lease from when it was granted, at the latest, for its length.
Believes(c) == phase[c] = "told" /\ now < grants[GrantOf(c)].real + Ttl

\* Two clients hold the lock at a time only if the reply with the older grant was written after
\* a pause.
OneHolder ==
    \A c, d \in Clients :
        Believes(c) /\ Believes(d) /\ GrantOf(c) < GrantOf(d) => c \in late

FencesRise == \A i, j \in 1..Len(grants) : i < j => grants[i].fence < grants[j].fence

\* A client that holds an older grant never writes after one with a newer grant.
WritesInOrder == [][written' >= written]_written

\* A waiter is granted the lock and told so, unless its own member was lost.
Served == \A c \in Clients :
    <>(phase[c] \in {"told", "done"} \/ Home[c] \notin up \cap key.alive)

=============================================================================
