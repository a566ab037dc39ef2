"""Dashboard, alerts and runbook speak of metrics that there are, and of one another."""

import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from prometheus_client import REGISTRY, Metric

# What is measured at all is measured once it is imported.
import tgbot.app  # noqa: F401
from tgbot import metrics

ROOT = Path(__file__).parent.parent
MONITORING = ROOT / "deploy" / "monitoring"
ALERTS = (MONITORING / "alerts.yml").read_text("utf-8")
DASHBOARD = json.loads((MONITORING / "dashboard.json").read_text("utf-8"))
OPERATING = (ROOT / "docs" / "operating.md").read_text("utf-8")
OF_OTHERS = {"up", "node_systemd_unit_state", "kube_cronjob_status_last_successful_time"}
FUNCTIONS = {
    "absent", "and", "by", "count", "histogram_quantile", "increase", "max", "offset", "on", "or", "rate", "sum",
    "time", "unless", "vector",
}  # fmt: skip
RULES = dict(re.findall(r"- alert: (\w+)\n(.*?)(?=\n\n|\Z)", ALERTS, re.DOTALL))


def told() -> dict[str, Metric]:
    """All metrics by the names of their samples."""
    found = {}
    for metric in REGISTRY.collect():
        suffixes = {"counter": ["_total"], "histogram": ["_bucket", "_sum", "_count"], "info": ["_info"]}
        for suffix in suffixes.get(metric.type, [""]):
            found[metric.name + suffix] = metric
    return found


def expressions() -> Iterator[tuple[str, str]]:
    """Everything that Prometheus is asked, and where that stands."""
    for name, rule in RULES.items():
        yield name, re.search(r"expr: (?:>-\n)?(.*?)\n        (?:for|labels):", rule, re.DOTALL)[1]  # type: ignore[index]
    for panel in DASHBOARD["panels"]:
        for target in panel.get("targets", ()):
            yield panel["title"], target["expr"]


def names_in(expression: str) -> set[str]:
    """The metrics of an expression: all words but labels, their values, durations and functions."""
    bare = re.sub(r'\{[^}]*\}|\[[^]]*\]|"[^"]*"|\b(?:by|on) \([^)]*\)|offset \w+', " ", expression)
    return set(re.findall(r"\b[a-z_]\w*", bare)) - FUNCTIONS


def test_every_metric_that_is_asked_for_exists() -> None:
    known = told().keys() | OF_OTHERS
    for where, expression in expressions():
        assert names_in(expression), where
        assert names_in(expression) - known == set(), where


def test_every_label_that_is_asked_for_exists() -> None:
    labels = {metric: set(metric._labelnames) for metric in vars(metrics).values() if hasattr(metric, "_labelnames")}
    known = set().union(*labels.values()) | {"le", "job", "instance", "version", "schema"}
    known |= {"name", "state", "namespace", "cronjob"}  # of others
    for where, expression in expressions():
        asked = {name for group in re.findall(r"\{([^}]*)\}", expression) for name in re.findall(r"(\w+)[=!]", group)}
        asked |= {name for group in re.findall(r"by \(([^)]*)\)", expression) for name in re.findall(r"\w+", group)}
        assert asked <= known, where


def test_outcomes_that_are_asked_for_are_such_that_happen() -> None:
    asked = " ".join(expression for _, expression in expressions())
    for metric, label in ((metrics.UPDATES, "outcome"), (metrics.COMMITS, "outcome"), (metrics.LEASES, "outcome")):
        known = {sample.labels[label] for told in metric.collect() for sample in told.samples}
        name = f"{next(iter(metric.collect())).name}_total"
        values = re.findall(rf'{name}\{{[^}}]*{label}=~?"([^"]*)"', asked)
        assert {one for value in values for one in value.split("|")} <= known


def test_nothing_of_ours_is_unexplained() -> None:
    ours = {metric.name for metric in REGISTRY.collect() if metric.name.startswith("stamgast_")}
    explained = re.findall(r"`(stamgast_\w+?)(?:_total|_info)?(?:\{[\w,]*\})?`", OPERATING)
    assert ours == set(explained)


def test_every_alert_says_how_bad_it_is_and_what_to_do() -> None:
    assert len(RULES) > 15
    for name, rule in RULES.items():
        assert re.search(r"severity: (?:critical|warning)\n", rule), name
        assert re.search(r"summary: \S", rule), name
        assert f"runbook: docs/operating.md#{name.lower()}" in rule, name
        # An event that counts by itself needs no time; a state may pass by itself.
        assert "for: " in rule or "increase(" in rule, name


def test_the_runbook_has_every_alert_and_no_other() -> None:
    assert re.findall(r"^### (\w+)$", OPERATING, re.MULTILINE) == list(RULES)


def test_the_dashboard_asks_the_source_that_is_chosen() -> None:
    sources = {panel["datasource"]["uid"] for panel in DASHBOARD["panels"] if "datasource" in panel}
    assert sources == {"${datasource}"}
    places = [tuple(panel["gridPos"].values()) for panel in DASHBOARD["panels"]]
    assert len(set(places)) == len(places)


def test_no_label_grows_with_the_number_of_groups() -> None:
    allowed = {"outcome", "of", "method", "call", "error", "level"}
    assert {label for one in vars(metrics).values() for label in getattr(one, "_labelnames", ())} <= allowed


# With the tools of the trade, where there are any


@pytest.mark.skipif(not shutil.which("promtool"), reason="no promtool")
def test_alerts_ring_when_they_have_to_and_not_otherwise() -> None:
    subprocess.run(["promtool", "check", "config", "prometheus.yml"], check=True, cwd=MONITORING)
    subprocess.run(["promtool", "test", "rules", "alerts.test.yml"], check=True, cwd=MONITORING)
