"""How far a label histogram is from its target, on a scale from 0 to 1. Arrays in, numbers out.

Each measure is one small class behind the protocol `Measure`; `measure(name)` finds it by its name.
"""
