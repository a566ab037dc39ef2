"""What all tests share."""

pytest_plugins = ["tests.browser", "tests.pub", "tests.valkey"]
