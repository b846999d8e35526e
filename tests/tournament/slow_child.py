"""A child of the tests: it says when it began and when it ended."""

import sys
import time

if __name__ == "__main__":
    began = time.monotonic()
    sys.stdin.buffer.read()
    time.sleep(0.4)
    sys.stdout.write(f"{began} {time.monotonic()}")
