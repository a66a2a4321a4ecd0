"""Run the command line as `python -m valleybuild`."""

from valleybuild.cli import main

if __name__ == "__main__":
    main()
