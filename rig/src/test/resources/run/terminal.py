"""Types into an interactive shell at a terminal of its own, and checks what appears.

Argument: the program that starts holdfast. Exits with 0 if everything appeared in time.
"""
import os
import pty
import select
import signal
import sys
import time

if sys.argv[1] == "sleep":
    # The command under test. dash would not do: it can miss a Ctrl-C while it forks.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    print("in-%d" % 42, flush=True)
    time.sleep(600)
    sys.exit(0)

HOLDFAST = sys.argv[1]
SLEEP = "python3 " + os.path.abspath(__file__) + " sleep"
PATIENCE_SECONDS = 120

pid, terminal = pty.fork()
if pid == 0:
    os.environ["PS1"] = "READY> "
    os.execvp("bash", ["bash", "--norc", "--noprofile", "-i"])

seen = ""


def expect(text):
    """Waits until the text appears, and returns and forgets what came before its end."""
    global seen
    end = time.monotonic() + PATIENCE_SECONDS
    while text not in seen:
        ready, _, _ = select.select([terminal], [], [], 1)
        if ready:
            seen += os.read(terminal, 65536).decode("utf-8", "replace")
        if time.monotonic() > end:
            sys.exit("not seen: %r in %r" % (text, seen))
    passed = seen[:seen.index(text)]
    seen = seen[seen.index(text) + len(text):]
    return passed


def type_line(text):
    # Spaces first: a stopped reader or a shell that changes the terminal's mode can take the first
    # character of what is typed in that moment.
    os.write(terminal, ("    " + text + "\n").encode())


expect("READY> ")
type_line("PATH=" + os.path.dirname(HOLDFAST) + ":$PATH; echo set-$((40+2))")
expect("set-42")
expect("READY> ")

# The command reads from the terminal, and is not stopped by SIGTTIN.
type_line("hf run tty -- sh -c 'echo in-$((40+2)); read line; echo got-$line'")
expect("in-42")
type_line("hello")
expect("got-hello")
expect("READY> ")

# Ctrl-C ends the command; the shell sees 130.
type_line("hf run tty -- " + SLEEP)
expect("in-42")
os.write(terminal, b"\x03")
expect("READY> ")
type_line("echo code-$?")
expect("code-130")
expect("READY> ")

# A command that handles Ctrl-C decides about its exit code itself.
type_line("hf run tty -- sh -c 'trap \"exit 9\" INT; echo in-$((40+2)); while :; do sleep 0.1; done'")
expect("in-42")
os.write(terminal, b"\x03")
expect("READY> ")
type_line("echo code-$?")
expect("code-9")
expect("READY> ")

# Ctrl-Z stops the job, fg continues it, and the terminal is the command's again.
type_line("hf run tty -- sh -c 'echo in-$((40+2)); read line; echo got-$line'")
expect("in-42")
os.write(terminal, b"\x1a")
expect("Stopped")
expect("READY> ")
type_line("echo shell-$((40+2))")
expect("shell-42")
expect("READY> ")
type_line("fg")
expect("hf run")
type_line("again")
expect("got-again")
expect("READY> ")

# In a pipeline the terminal stays with the other commands, and output still flows.
type_line("hf run tty -- echo through-$((40+2)) | cat")
expect("through-42")
expect("READY> ")

# Ctrl-C ends a whole script, not only the command in it.
type_line("bash -c 'hf run tty -- " + SLEEP + "; echo not-$((40+2))'")
expect("in-42")
os.write(terminal, b"\x03")
if "not-42" in expect("READY> "):
    sys.exit("the script went on after Ctrl-C")
type_line("echo end-$((40+2))")
expect("end-42")
type_line("exit")
