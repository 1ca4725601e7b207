"""`python -m gpuguide` is the command `gpuguide`."""

from gpuguide.cli.main import main

if __name__ == "__main__":
    main()
