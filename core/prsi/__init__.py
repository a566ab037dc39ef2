"""What both prší games share: plain functions over plain tuples, called and never inherited.

`piles` dealing, drawing with turning over, laying, putting under · `fitting` suit or rank, changers and the names they
take · `words` the card arguments of actions · `position` what a position must have · `events` facts that both tell.
"""
