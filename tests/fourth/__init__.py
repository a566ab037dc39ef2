"""A fourth game, as small as a game can be, that tests add to the others: the rules in `highest`, its words in `words`.

X1: everybody is dealt a French card; clockwise of the dealer each of them shows it. X2: whoever has shown the highest
one (2 to ace, of equals the latest) loses and drinks `ml`, the lowest one wins. X3: who leaves for health takes their
card along; with one left nobody loses.
"""
