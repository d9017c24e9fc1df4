package io.holdfast.sim.cluster;

import io.holdfast.core.command.Batch;
import io.holdfast.core.command.ClaimsCommand;
import io.holdfast.core.command.Command;
import io.holdfast.core.ledger.MemberProcess;
import io.holdfast.core.outcome.Outcome;
import io.holdfast.core.query.ReadPoint;
import io.holdfast.core.value.Format;
import io.holdfast.core.value.RequestId;
import io.holdfast.core.value.Token;
import io.holdfast.log.Clock;
import io.holdfast.log.CommitLog;
import io.holdfast.log.Contact;
import io.holdfast.log.LostMember;
import io.holdfast.log.Replica;
import io.holdfast.log.Term;
import io.holdfast.log.raft.ClusterOptions;
import io.holdfast.log.raft.StoredGroup;
import io.holdfast.sim.cluster.member.Plants;
import io.holdfast.sim.cluster.member.SimLog;
import java.io.IOException;
import java.io.InputStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Bugs that the simulation must find, each planted through a port or at the edge. */
final class PlantedBugs {

    private static final long SECOND = 1_000_000_000L;

    private PlantedBugs() {}

    static Map<String, Plants> all() {
        Map<String, Plants> bugs = new LinkedHashMap<>();
        edge(bugs);
        time(bugs);
        group(bugs);
        replica(bugs);
        return bugs;
    }

    private static void edge(Map<String, Plants> bugs) {
        bugs.put("request ids are not sent to the log", new Plants() {
            @Override
            public @Nullable RequestId request(@Nullable RequestId request) {
                return null;
            }
        });
        bugs.put("disconnects are not heard", new Plants() {
            @Override
            public boolean hearsHangUps() {
                return false;
            }
        });
        bugs.put("waits of a revoked token go on", new Plants() {
            @Override
            public boolean endsRevokedWaits() {
                return false;
            }
        });
        bugs.put("a directory of another cluster is served", new Plants() {
            @Override
            public ClusterOptions reconcile(StoredGroup directory, ClusterOptions flags) {
                return flags;
            }
        });
        bugs.put("reads are answered from the applied state", new Plants() {
            @Override
            public boolean readsStale() {
                return true;
            }
        });
        bugs.put("a client counts its lease from the answer", new Plants() {
            @Override
            public long leaseFromNanos(long sentNanos, long toldNanos) {
                return toldNanos;
            }
        });
        bugs.put("every grant is told with the first fence", new Plants() {
            @Override
            public Outcome told(Outcome outcome) {
                return outcome instanceof Outcome.Granted grant
                        ? new Outcome.Granted(
                                new Token(1, grant.token().salt()), grant.slot(), grant.ttlNanos())
                        : outcome;
            }
        });
        bugs.put("claims get half of their time", new Plants() {
            @Override
            @SuppressWarnings("unchecked") // The same family of outcomes.
            public <O extends Outcome> Command<O> command(Command<O> command) {
                return command instanceof ClaimsCommand.Create c
                        ? (Command<O>) new ClaimsCommand.Create(
                                c.tenant(), c.resource(), c.ttlNanos() / 2, c.creator(), c.data())
                        : command;
            }
        });
    }

    private static void time(Map<String, Plants> bugs) {
        bugs.put("a clock runs three percent fast", clock(clock -> new Changed(clock) {
            @Override
            public long monotonicNanos() {
                long nanos = clock.monotonicNanos();
                return nanos + nanos / 33;
            }

            @Override
            public void wakeAt(long monotonicNanos, Runnable task) {
                clock.wakeAt(clock.monotonicNanos() + monotonicNanos - monotonicNanos(), task);
            }
        }));
        bugs.put("time follows the wall clock", clock(clock -> new Changed(clock) {
            @Override
            public long monotonicNanos() {
                return clock.wallMillis() * 1_000_000L;
            }

            @Override
            public void wakeAt(long monotonicNanos, Runnable task) {
                clock.wakeAt(clock.monotonicNanos() + monotonicNanos - monotonicNanos(), task);
            }
        }));
        bugs.put("a new leader begins with a later time", log(log -> new WrappedLog(log) {
            @Override
            public void lead(long term, long fromNanos) {
                super.lead(term, fromNanos + 5 * SECOND);
            }
        }));
        bugs.put("a new leader begins with time zero", log(log -> new WrappedLog(log) {
            @Override
            public void lead(long term, long fromNanos) {
                super.lead(term, 0);
            }
        }));
        bugs.put("ticks are not proposed", log(log -> new WrappedLog(log) {
            @Override
            public void propose(Batch batch) {
                if (!batch.proposals().isEmpty()) {
                    super.propose(batch);
                }
            }
        }));
    }

    private static void group(Map<String, Plants> bugs) {
        bugs.put("grants are delivered without contact", new Plants() {
            @Override
            public CommitLog log(String member, SimLog log) {
                return new Certain(member, log);
            }
        });
        bugs.put("every grant of a lost member is passed on", log(log -> new WrappedLog(log) {
            @Override
            public LostMember lose(MemberProcess life) {
                return new LostMember(super.lose(life).term(), 0);
            }
        }));
        bugs.put("reads need no leader", log(log -> new WrappedLog(log) {
            @Override
            public CompletableFuture<ReadPoint> readPoint() {
                return CompletableFuture.completedFuture(new ReadPoint(0, 0));
            }
        }));
        bugs.put("the number of a process is not stored", log(log -> new WrappedLog(log) {
            @Override
            public long nextIncarnation(long atLeast) {
                return atLeast;
            }
        }));
        bugs.put("silent members are never lost", log(log -> new WrappedLog(log) {
            @Override
            public Set<String> unheardFor(long nanos) {
                return Set.of();
            }

            @Override
            public boolean isReplaced(MemberProcess life) {
                return false;
            }
        }));
        bugs.put("all members are said to read the newest format", log(log -> new WrappedLog(log) {
            @Override
            public CompletableFuture<Map<String, Integer>> formats() {
                Map<String, Integer> newest = new TreeMap<>();
                log.members().forEach(member -> newest.put(member, Format.NEWEST));
                return CompletableFuture.completedFuture(newest);
            }
        }));
        bugs.put("a lost batch is not given up and not sent again", log(log -> new WrappedLog(log) {
            private int proposed;

            @Override
            public void propose(Batch batch) {
                proposed++;
                if (proposed % 50 != 0) {
                    super.propose(batch);
                }
            }

            @Override
            public boolean inTouch() {
                return true;
            }
        }));
    }

    private static void replica(Map<String, Plants> bugs) {
        bugs.put(
                "one member skips an entry",
                replicas(replica -> new WrappedLog.WrappedReplica(replica) {
                    private int applied;

                    @Override
                    public void committed(long index, Term term, List<Batch> batches) {
                        applied++;
                        if (applied % 100 != 0) {
                            super.committed(index, term, batches);
                        }
                    }
                }));
        bugs.put("an entry is applied before it is committed", log(log -> new WrappedLog(log) {
            private @Nullable Replica opened;

            @Override
            Replica replica(Replica replica) {
                opened = replica;
                return replica;
            }

            @Override
            public void propose(Batch batch) {
                super.propose(batch);
                Replica known = opened;
                if (known != null && log.leads() && batch.number() % 20 == 1) {
                    known.committed(
                            log.node().applied() + 1,
                            new Term(log.node().term(), true),
                            List.of(batch.at(log.nowNanos(), 0)));
                }
            }
        }));
        bugs.put(
                "a snapshot is not restored",
                replicas(replica -> new WrappedLog.WrappedReplica(replica) {
                    @Override
                    public void restore(long index, InputStream snapshot) throws IOException {
                        snapshot.close();
                    }
                }));
        bugs.put(
                "every entry counts as appended by this member",
                replicas(replica -> new WrappedLog.WrappedReplica(replica) {
                    @Override
                    public void committed(long index, Term term, List<Batch> batches) {
                        super.committed(index, new Term(term.number(), true), batches);
                    }
                }));
        bugs.put(
                "the replica is not told that the disk has failed",
                replicas(replica -> new WrappedLog.WrappedReplica(replica) {
                    @Override
                    public void failed(Throwable cause) {}
                }));
        bugs.put(
                "the replica is not told that it leads",
                replicas(replica -> new WrappedLog.WrappedReplica(replica) {
                    @Override
                    public void leads(long term) {}
                }));
    }

    /** Takes every moment for one in which the leader has just answered. */
    private static final class Certain extends WrappedLog {
        private final String member;
        private long incarnation;

        Certain(String member, SimLog log) {
            super(log);
            this.member = member;
        }

        @Override
        public void alive(List<MemberProcess> lives) {
            super.alive(lives);
            for (MemberProcess life : lives) {
                if (life.member().equals(member)) {
                    incarnation = life.incarnation();
                }
            }
        }

        @Override
        public Contact newest() {
            return new Contact(incarnation, Long.MAX_VALUE, Long.MAX_VALUE / 2);
        }
    }

    /** A clock that shows something else. */
    private abstract static class Changed implements Clock {
        private final Clock clock;

        Changed(Clock clock) {
            this.clock = clock;
        }

        @Override
        public long wallMillis() {
            return clock.wallMillis();
        }
    }

    private static Plants clock(UnaryOperator<Clock> change) {
        return new Plants() {
            @Override
            public Clock clock(String member, Clock clock) {
                return change.apply(clock);
            }
        };
    }

    private static Plants log(Function<SimLog, CommitLog> change) {
        return new Plants() {
            @Override
            public CommitLog log(String member, SimLog log) {
                return change.apply(log);
            }
        };
    }

    private static Plants replicas(UnaryOperator<Replica> change) {
        return log(log -> new WrappedLog(log) {
            @Override
            Replica replica(Replica opened) {
                return change.apply(opened);
            }
        });
    }
}
