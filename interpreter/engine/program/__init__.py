"""The rules as a small program that every back end can print: temporaries, loops, loads from tables, calls of a runtime."""
