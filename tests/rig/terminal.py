"""Starts a program in a terminal of its own, types our input there and shows what it writes; closes it when our input ends."""

import os
import pty
import select
import sys

child, terminal = pty.fork()
if child == 0:
    os.execvp(sys.argv[1], sys.argv[1:])
while True:
    ready, _, _ = select.select([terminal, 0], [], [])
    if 0 in ready:
        typed = os.read(0, 4096)
        if typed == b"":
            break
        os.write(terminal, typed)
    if terminal in ready:
        try:
            os.write(1, os.read(terminal, 4096))
        except OSError:
            break
os.close(terminal)
_, status = os.waitpid(child, 0)
code = os.waitstatus_to_exitcode(status)
print(f"\nexit {code}", flush=True)
