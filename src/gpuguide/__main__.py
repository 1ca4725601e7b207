"""`python -m gpuguide` is the command `gpuguide`."""

import sys

from gpuguide.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
