"""The rules written out as Python source, compiled piece by piece when first needed.

`printing` prints what `engine/program` made of the rules, `module` compiles it and binds it to a world, `runtime` is what it
calls, `stepper` runs it. The reference interpreter stays the meaning of the language.
"""
