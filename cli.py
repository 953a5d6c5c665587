"""`python cli.py` is the command `rulewright`, for whoever works in a clone of the project."""

from rulewright.cli import main

if __name__ == "__main__":
    main()
