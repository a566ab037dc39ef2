"""What docstrings show is what happens."""

import doctest
from importlib import import_module
from pkgutil import walk_packages

import core


def test_the_examples_in_docstrings_hold() -> None:
    modules = [core, *(import_module(module.name) for module in walk_packages(core.__path__, "core."))]
    tested = [doctest.testmod(module) for module in modules]
    assert sum(result.failed for result in tested) == 0
    assert sum(result.attempted for result in tested) > 0
