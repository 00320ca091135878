"""Starts a program in a terminal of its own, types our input there and shows what it writes; closes it when our input ends.

First its columns (0: it does not say how wide it is), then the program and its arguments.
"""

import fcntl
import os
import pty
import select
import struct
import sys
import termios

columns = int(sys.argv[1])
child, terminal = pty.fork()
if child == 0:
    if columns > 0:
        fcntl.ioctl(1, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    os.execvp(sys.argv[2], sys.argv[2:])
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
