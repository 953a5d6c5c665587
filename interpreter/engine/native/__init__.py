"""The same rules written out as C over flat integers, compiled on demand and loaded by ctypes.

The reference stays the meaning. Whatever goes wrong in a library is done again by the engine that is written in Python, from
the position before: it tells what happened, with its lines, or goes on where a library has no room.
"""
