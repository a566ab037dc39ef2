"""What deploy/ says agrees with the bot and with itself: variables, ports, paths, users, time to end."""

import asyncio
import os
import re
import shutil
import stat
import subprocess
import sys
from asyncio.subprocess import DEVNULL
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias

import aiohttp
import pytest
import yaml
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from tests.cluster import free_ports, until
from tests.tgbot.store_nights import everything
from tgbot import web
from tgbot.config import Settings
from tgbot.playground.listening import LocalServer, listen
from tgbot.store import Connection, Unavailable, lines_of
from tgbot.store.embedded import MEMORY, server_program

ROOT = Path(__file__).parents[1]
DEPLOY = ROOT / "deploy"
Json: TypeAlias = dict[str, Any]

KNOWN = {name.upper() for name in Settings.model_fields} | {"PYTHONDONTWRITEBYTECODE", "PYTHONUNBUFFERED", "TMPDIR"}
"""Variables that the bot, or Python, reads."""
PORT = "8080"
DRAIN = 10
"""Seconds that the bot may take to finish: five for connections, five for deliveries."""


@cache
def compose() -> Json:
    services: Json = yaml.safe_load((DEPLOY / "compose.yaml").read_text())["services"]
    return services


@cache
def kubernetes() -> dict[tuple[str, str], Json]:
    """Every object by kind and name."""
    listed = yaml.safe_load((DEPLOY / "kustomization.yaml").read_text())["resources"]
    assert sorted(listed) == sorted(f"kubernetes/{path.name}" for path in (DEPLOY / "kubernetes").iterdir())
    objects = [one for path in listed for one in yaml.safe_load_all((DEPLOY / path).read_text())]
    return {(one["kind"], one["metadata"]["name"]): one for one in objects}


def pod(kind: str, name: str) -> Json:
    spec = kubernetes()[kind, name]["spec"]
    spec = spec.get("jobTemplate", {}).get("spec", spec)
    found: Json = spec["template"]["spec"]
    return found


def section(unit: str, name: str) -> dict[str, list[str]]:
    """A section of a systemd unit, every setting with all its values."""
    text = (DEPLOY / "systemd" / unit).read_text().split(f"[{name}]\n")[1].split("\n[")[0]
    found: dict[str, list[str]] = {}
    for line in text.splitlines():
        if line and not line.startswith("#"):
            key, _, value = line.partition("=")
            found.setdefault(key, []).append(value)
    return found


@pytest.fixture
def secrets(tmp_path: Path) -> Path:
    """What the script makes, beside a copy of the folder."""
    shutil.copytree(DEPLOY, tmp_path / "deploy", ignore=shutil.ignore_patterns("secrets"))
    command = [str(tmp_path / "deploy" / "secrets.sh"), "bot.example.org"]
    subprocess.run(command, check=True, env={**os.environ, "TELEGRAM_TOKEN": "1:x"}, stdout=DEVNULL)
    again = subprocess.run(command, check=False, env={**os.environ, "TELEGRAM_TOKEN": "1:x"}, capture_output=True)
    assert again.returncode == 1, "what is there is not overwritten"
    return tmp_path / "deploy" / "secrets"


def env_of(path: Path) -> dict[str, str]:
    return dict(line.split("=", 1) for line in path.read_text().splitlines())


# Variables


def test_every_variable_is_one_that_the_bot_reads(secrets: Path) -> None:
    image = dict(re.findall(r"(\w+)=(\S+)", re.search(r"^ENV (.*)$", dockerfile(), re.MULTILINE)[1]))  # type: ignore[index]
    units = [
        word.partition("=")[0]
        for line in section("stamgast@.service", "Service")["Environment"]
        for word in line.split()
    ]
    used = {*image, *units, *env_of(secrets / "bot.env"), *env_of(secrets / "backup.env")}
    assert used <= KNOWN
    settings = Settings(_env_file=secrets / "bot.env")
    assert settings.webhook_url == "https://bot.example.org"


def test_caddy_gets_the_variables_that_it_reads(secrets: Path) -> None:
    read = set(re.findall(r"\{\$(\w+)\}", (DEPLOY / "Caddyfile").read_text()))
    assert read == {"BOTS", *env_of(secrets / "caddy.env")} == {*compose()["caddy"]["environment"], "DOMAIN"}


def test_secrets_are_each_of_their_own_and_only_in_the_folder(secrets: Path) -> None:
    assert stat.S_IMODE(secrets.stat().st_mode) == 0o700
    passwords = re.findall(r"://\w+:(\w{64})@", "".join(path.read_text() for path in secrets.iterdir()))
    assert len(set(passwords)) == 2
    listed = (secrets / "valkey.acl").read_text()
    assert "CHANGE-ME" not in listed
    assert not any(password in listed for password in passwords), "the server knows digests only"
    assert "/deploy/secrets/" in (ROOT / ".gitignore").read_text().splitlines()
    assert {name for name, service in compose().items() if "env_file" in service} == {"bot1", "bot2", "backup", "caddy"}
    named = {compose()[name]["env_file"] for name in ("bot1", "bot2", "backup", "caddy")}
    generated = yaml.safe_load((DEPLOY / "kustomization.yaml").read_text())["secretGenerator"]
    named |= {path for one in generated for path in one.get("envs", []) + one.get("files", [])}
    assert named == {f"secrets/{path.name}" for path in secrets.iterdir()}


# The store


async def test_the_server_runs_with_its_settings_and_lets_its_users_in(secrets: Path, tmp_path: Path) -> None:
    """On a real server, with the paths of this machine in place of a container's."""
    text = (DEPLOY / "valkey.conf").read_text()
    (port,) = free_ports(1)
    for old, new in (("port 6379", f"port {port}\nbind 127.0.0.1"), ("dir /data", f"dir {tmp_path}")):
        assert old in text
        text = text.replace(old, new)
    text = text.replace("/etc/valkey/secrets", str(secrets))
    (tmp_path / "valkey.conf").write_text(text)
    server = await asyncio.create_subprocess_exec(server_program(), tmp_path / "valkey.conf", stdout=DEVNULL)
    try:
        url = env_of(secrets / "bot.env")["REDIS_URL"].replace("valkey:6379", f"127.0.0.1:{port}")

        async def answers() -> bool:
            assert server.returncode is None
            try:
                await connection.ping()
            except Unavailable:
                return False
            return True

        async with Connection(url) as connection:
            await until(answers)
            await everything(connection)
        url = env_of(secrets / "backup.env")["REDIS_URL"].replace("valkey:6379", f"127.0.0.1:{port}")
        async with Connection(url) as connection:
            assert len([line async for line in lines_of(connection)]) > 20
    finally:
        server.terminate()
        await server.wait()


def test_nothing_that_was_acknowledged_is_thrown_away() -> None:
    settings = dict(
        line.split(None, 1) for line in (DEPLOY / "valkey.conf").read_text().splitlines() if line and line[0] != "#"
    )
    assert (settings["appendonly"], settings["appendfsync"]) == ("yes", "always")
    assert settings["maxmemory-policy"] == "noeviction"
    room = 2 * int(settings["maxmemory"].removesuffix("mb"))
    assert int(compose()["valkey"]["mem_limit"].removesuffix("m")) > room
    (container,) = pod("StatefulSet", "valkey")["containers"]
    assert int(container["resources"]["limits"]["memory"].removesuffix("Mi")) > room


def test_nobody_outside_reaches_the_store() -> None:
    assert [name for name, service in compose().items() if "ports" in service] == ["caddy"]
    networks = yaml.safe_load((DEPLOY / "compose.yaml").read_text())["networks"]
    assert networks["store"] == {"internal": True}
    assert compose()["valkey"]["networks"] == ["store"]
    assert "store" not in compose()["caddy"]["networks"]
    policy = kubernetes()["NetworkPolicy", "valkey"]["spec"]
    assert [list(one) for one in policy["ingress"][0]["from"]] == [["podSelector"]] * 2
    assert kubernetes()["NetworkPolicy", "nobody"]["spec"]["podSelector"] == {}


def test_the_ingress_controller_that_is_named_is_let_in() -> None:
    ingress = kubernetes()["Ingress", "bot"]
    assert list(ingress["metadata"]["annotations"]) == ["cert-manager.io/cluster-issuer"], (
        "none of one controller alone"
    )
    for name in ("bot", "certificate"):
        rule = kubernetes()["NetworkPolicy", name]["spec"]["ingress"][0]
        allowed = [one["namespaceSelector"]["matchLabels"]["kubernetes.io/metadata.name"] for one in rule["from"]]
        assert ingress["spec"]["ingressClassName"] in allowed


# The image


def dockerfile() -> str:
    return (DEPLOY / "Dockerfile").read_text().replace("\\\n", " ")


def test_the_image_has_what_it_copies_and_no_tools() -> None:
    build, final = dockerfile().split("\nFROM ${BASE}")[1:]
    allowed = {line[1:] for line in (ROOT / ".dockerignore").read_text().splitlines() if line.startswith("!")}
    copied = re.findall(r"^COPY (?!--from)(\S+)", dockerfile(), re.MULTILINE)
    assert allowed == set(copied)
    assert all((ROOT / path).exists() for path in copied)
    assert "--require-hashes" in build
    assert "--only-binary :all:" in build
    assert "apt-get" not in dockerfile()
    assert re.search(r"pip uninstall .*\bpip\b", final)
    assert re.search(r"^ARG BASE=python:3\.\d+\.\d+-slim-\w+$", dockerfile(), re.MULTILINE)
    assert "\nUSER 10001:10001\n" in final


def test_the_bot_itself_gets_the_signal() -> None:
    assert re.search(r'^ENTRYPOINT \["\.venv/bin/python", "-m", "tgbot"\]$', dockerfile(), re.MULTILINE)
    assert section("stamgast@.service", "Service")["KillMode"] == ["mixed"]


def test_its_health_check_asks_the_right_page() -> None:
    (check,) = re.findall(r'CMD \[".venv/bin/python", "-c", "(.*)"\]', dockerfile())
    assert "HTTPConnection('127.0.0.1', int(os.environ['PORT'])" in check
    assert "'/readyz'" in check
    compile(check, "HEALTHCHECK", "exec")
    assert f" PORT={PORT} " in dockerfile()


def test_there_is_room_for_a_backup_while_it_is_restored() -> None:
    """What comes by a pipe is kept on disk, and there is one place only where the bot may write."""
    assert " TMPDIR=/data " in dockerfile()
    assert "\nVOLUME /data\n" in dockerfile()
    assert "tmpfs" not in compose()["bot1"], "a disk is larger"
    spec = pod("Deployment", "bot")
    assert [mount["mountPath"] for mount in spec["containers"][0]["volumeMounts"]] == ["/data"]
    (volume,) = spec["volumes"]
    assert volume["emptyDir"] == {"sizeLimit": "1Gi"}


# Careful


@pytest.mark.parametrize("name", ["bot1", "bot2", "valkey", "caddy", "backup"])
def test_a_service_may_do_no_more_than_it_must(name: str) -> None:
    service = compose()[name]
    assert service["read_only"]
    assert service["cap_drop"] == ["ALL"]
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert service["mem_limit"]
    assert service["restart"] == ("no" if name == "backup" else "unless-stopped")
    assert re.search(r":[\w.${}:-]+$", service["image"]), "a version"


def test_the_bot_can_tell_how_much_memory_it_has() -> None:
    """`process_resident_memory_bytes` and its like are told only to who can read /proc/stat."""
    assert "ProcSubset" not in section("stamgast@.service", "Service")


def test_a_backup_may_do_no_more_than_the_bot() -> None:
    bot, backup = (section(unit, "Service") for unit in ("stamgast@.service", "stamgast-backup.service"))
    bounds = {key for key in bot if re.match(r"Private|Protect|Restrict|SystemCall|Capability|Ambient|NoNew|Lock", key)}
    assert len(bounds) > 20
    assert {key: backup.get(key) for key in bounds} == {key: bot[key] for key in bounds}


@pytest.mark.parametrize("kind, name", [("Deployment", "bot"), ("StatefulSet", "valkey"), ("CronJob", "backup")])
def test_a_pod_may_do_no_more_than_it_must(kind: str, name: str) -> None:
    spec = pod(kind, name)
    assert spec["securityContext"]["runAsNonRoot"]
    assert spec["securityContext"]["seccompProfile"] == {"type": "RuntimeDefault"}
    assert spec["automountServiceAccountToken"] is False
    (container,) = spec["containers"]
    assert container["securityContext"] == {
        "allowPrivilegeEscalation": False,
        "readOnlyRootFilesystem": True,
        "capabilities": {"drop": ["ALL"]},
    }
    assert container["resources"]["limits"]["memory"]
    assert (kind, name) != ("Deployment", "bot") or spec["securityContext"]["runAsUser"] == 10001


# Upgrades


def test_processes_are_replaced_one_by_one_and_get_the_time_they_need() -> None:
    deployment = kubernetes()["Deployment", "bot"]["spec"]
    assert deployment["replicas"] > 1
    assert deployment["strategy"]["rollingUpdate"]["maxUnavailable"] == 0
    assert kubernetes()["PodDisruptionBudget", "bot"]["spec"]["maxUnavailable"] < deployment["replicas"]
    spec = pod("Deployment", "bot")
    (container,) = spec["containers"]
    wait = container["lifecycle"]["preStop"]["sleep"]["seconds"]
    readiness = container["readinessProbe"]
    assert wait >= readiness["periodSeconds"]
    assert spec["terminationGracePeriodSeconds"] > wait + DRAIN
    assert int(section("stamgast@.service", "Service")["TimeoutStopSec"][0]) > DRAIN
    assert int(compose()["bot1"]["stop_grace_period"].removesuffix("s")) > DRAIN


def test_pages_that_are_asked_exist() -> None:
    routes = {route.path for route in web.app(None, "", ready).routes} | {web.PATH}  # type: ignore[attr-defined]
    (container,) = pod("Deployment", "bot")["containers"]
    for probe, page in (("startup", "/healthz"), ("liveness", "/healthz"), ("readiness", "/readyz")):
        assert container[f"{probe}Probe"]["httpGet"]["path"] == page
        assert page in routes
    (rule,) = kubernetes()["Ingress", "bot"]["spec"]["rules"]
    public = {path["path"] for path in rule["http"]["paths"]}
    assert public == set(re.findall(r"^\t\tpath (\S+)$", (DEPLOY / "Caddyfile").read_text(), re.MULTILINE))
    assert public == {web.PATH, "/healthz"} <= routes
    assert "max_size 256KiB" in (DEPLOY / "Caddyfile").read_text()
    assert web.LARGEST_BODY == 256 * 1024


async def ready() -> str:
    return ""


def test_ports_agree() -> None:
    assert compose()["caddy"]["environment"]["BOTS"] == f"bot1:{PORT} bot2:{PORT}"
    assert kubernetes()["Service", "bot"]["spec"]["ports"][0]["port"] == int(PORT)
    assert pod("Deployment", "bot")["containers"][0]["ports"] == [{"name": "http", "containerPort": int(PORT)}]
    assert f"EXPOSE {PORT}\n" in dockerfile()
    ports = kubernetes()["NetworkPolicy", "bot"]["spec"]["ingress"][0]["ports"]
    assert ports == [{"protocol": "TCP", "port": int(PORT)}]


def test_what_the_page_names_is_there() -> None:
    page = (ROOT / "docs" / "deploying.md").read_text()
    paths = set(re.findall(r"(?<![\w/.])(?:deploy|scripts|requirements)/[\w./@-]+\w", page)) - {
        "deploy/secrets",
        "deploy/bot",
    }
    assert [path for path in sorted(paths) if not (ROOT / path).exists()] == []
    assert set(re.findall(r"\bmake (\w+)", page)) <= set(
        re.findall(r"^(\w+):", (ROOT / "Makefile").read_text(), re.MULTILINE)
    )
    assert {f"#{heading}" for heading in re.findall(r"\(#([\w-]+)\)", page)} <= {
        "#" + heading.lower().replace(" ", "-") for heading in re.findall(r"^## (.*)$", page, re.MULTILINE)
    }
    assert set(re.findall(r"-m tgbot (\w+)", page)) == {"backup", "check", "restore"}
    assert "MemoryMax=1G" in page
    assert section("stamgast@.service", "Service")["MemoryMax"] == ["1G"]
    assert MEMORY == "256mb"
    assert "256 MB of data" in page


def test_no_setting_of_a_server_has_a_comment_behind_it() -> None:
    """Valkey does not start with one, and systemd takes it for a part of the value."""
    for path in (DEPLOY / "valkey.conf", ROOT / "docs" / "deploying.md"):
        assert (
            re.findall(r"^[a-z]+(?:-[a-z]+)* (?:yes|no|always|\d+\w*)[ \t]+#.*", path.read_text(), re.MULTILINE) == []
        )
    assert re.findall(r"^[A-Z_]+=\S*[ \t]+#.*", (ROOT / "docs" / "deploying.md").read_text(), re.MULTILINE) == []


# With the tools of the trade, where there are any


@pytest.mark.skipif(not shutil.which("caddy"), reason="no Caddy")
def test_caddy_takes_its_file(tmp_path: Path) -> None:
    env = {"PATH": os.environ["PATH"], "HOME": str(tmp_path), "DOMAIN": "bot.example.org", "BOTS": "a:8081 b:8082"}
    command = ["caddy", "validate", "--adapter", "caddyfile", "--config", str(DEPLOY / "Caddyfile")]
    subprocess.run(command, check=True, env=env, capture_output=True)


@pytest.mark.skipif(not shutil.which("caddy"), reason="no Caddy")
async def test_caddy_lets_updates_through_to_whoever_serves(tmp_path: Path) -> None:
    async def everything(request: Request) -> Response:
        return PlainTextResponse(request.url.path)

    pages = [
        Route(path, everything, methods=["GET", "POST"]) for path in ("/telegram", "/healthz", "/readyz", "/metrics")
    ]
    door, *ports = free_ports(3)
    url = f"http://127.0.0.1:{door}"
    bots = [LocalServer() for _ in ports]
    for bot, port in zip(bots, ports, strict=True):
        await bot.start(Starlette(routes=pages), listen(port))
    env = {"DOMAIN": url, "BOTS": " ".join(f"127.0.0.1:{port}" for port in ports)}
    caddy = await asyncio.create_subprocess_exec(
        *("caddy", "run", "--adapter", "caddyfile", "--config", DEPLOY / "Caddyfile"),
        env={"PATH": os.environ["PATH"], "HOME": str(tmp_path), **env},
        stderr=DEVNULL,
    )
    try:
        async with aiohttp.ClientSession() as session:

            async def asked(method: str, path: str) -> int:
                async with session.request(method, url + path, data=b"{}" if method == "POST" else None) as answer:
                    status: int = answer.status
                    return status

            async def serves() -> bool:
                try:
                    return await asked("POST", "/telegram") == 200
                except aiohttp.ClientError:
                    return False

            await until(serves)
            assert await asked("GET", "/healthz") == 200
            for method, path in (("GET", "/telegram"), ("GET", "/metrics"), ("GET", "/readyz"), ("POST", "/healthz")):
                assert await asked(method, path) == 404
            await bots[0].stop()
            statuses = [await asked("POST", "/telegram") for _ in range(8)]
            assert statuses.count(200) >= 7, "one at most finds the door closed, then the other bot takes them all"
    finally:
        caddy.terminate()
        await caddy.wait()
        for bot in bots:
            await bot.stop()


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="no systemd")
@pytest.mark.parametrize("unit", sorted(path.name for path in (DEPLOY / "systemd").iterdir()))
def test_systemd_takes_its_units(unit: str, tmp_path: Path) -> None:
    for path in (DEPLOY / "systemd").iterdir():
        # The bot is not installed here; any program that is will do.
        text = path.read_text().replace("/opt/stamgast/.venv/bin/python", sys.executable)
        (tmp_path / path.name).write_text(text)
    checked = subprocess.run(
        ["systemd-analyze", "verify", unit], check=False, cwd=tmp_path, capture_output=True, text=True
    )
    assert (checked.returncode, [line for line in checked.stderr.splitlines() if "stamgast" in line]) == (0, [])


@pytest.mark.skipif(not shutil.which("kubectl"), reason="no kubectl")
def test_kustomize_puts_everything_together(secrets: Path) -> None:
    command = ["kubectl", "kustomize", str(secrets.parent)]
    made = list(yaml.safe_load_all(subprocess.run(command, check=True, capture_output=True, text=True).stdout))
    assert {one["metadata"].get("namespace", "stamgast") for one in made} == {"stamgast"}
    names = {one["metadata"]["name"] for one in made}
    images = {container["image"] for one in made for container in containers(one)}
    assert len(images) == 2
    assert all(re.search(r":[\d.]+", image) for image in images)
    for one in made:
        for container in containers(one):
            assert {ref["secretRef"]["name"] for ref in container.get("envFrom", [])} <= names


def containers(one: Json) -> list[Json]:
    spec = one.get("spec", {})
    spec = spec.get("jobTemplate", {}).get("spec", spec)
    found: list[Json] = spec.get("template", {}).get("spec", {}).get("containers", [])
    return found
