"""`python -m rulewright` is the command `rulewright`."""

from .cli import main

main()
