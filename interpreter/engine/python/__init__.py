"""The rules written out as Python source, compiled piece by piece when first needed.

`facts` finds out what is fixed, `values`, `folds`, `doing`, `flow`, `steps` and `deciding` write, `module` compiles, `kit` is
what written source calls, `stepper` and `playout` run it. The reference interpreter stays the meaning of the language.
"""
