"""
Loaded by Schemathesis. Counts what is really sent, probes of the checks included, and by which status answered, and
makes agree what JSON Schema cannot say must agree, so that more than the refusal is tested.
"""

import atexit
import json
import os
import threading
from collections import Counter

import requests
import schemathesis

_send = requests.Session.send
_lock = threading.Lock()
_statuses: Counter[str] = Counter()
_server_errors: Counter[str] = Counter()


def _counting_send(session, request, **options):
    try:
        response = _send(session, request, **options)
    except requests.RequestException:
        with _lock:
            _statuses["none"] += 1
        raise
    with _lock:
        _statuses[str(response.status_code)] += 1
        if response.status_code >= 500:
            _server_errors[f"{request.method} {request.path_url[:120]} {response.status_code}"] += 1
    return response


requests.Session.send = _counting_send


@atexit.register
def _write_counts() -> None:
    with open(os.environ["LECTERN_FUZZ_COUNTS"], "w", encoding="utf-8") as file:
        json.dump({"statuses": _statuses, "server_errors": _server_errors}, file)


def _holds_prototype(value) -> bool:
    if isinstance(value, dict):
        return (
            "__proto__" in value
            or (isinstance(value.get("constructor"), dict) and "prototype" in value["constructor"])
            or any(_holds_prototype(each) for each in value.values())
        )
    return isinstance(value, list) and any(_holds_prototype(each) for each in value)


# The type of a tus PATCH is bytes as they are.
schemathesis.serializer.alias("application/offset+octet-stream", "application/octet-stream")


_protected = json.loads(os.environ.get("LECTERN_FUZZ_PROTECTED", "{}"))


@schemathesis.hook
def before_call(context, case, kwargs) -> None:
    # What all other calls rest on stays; objects that the run has made are deleted as it likes.
    if case.method.upper() != "DELETE":
        return
    for path, ids in _protected.items():
        if case.path == path and str((case.path_parameters or {}).get("id")) in ids:
            case.path_parameters = {**case.path_parameters, "id": 2_000_000_000}


@schemathesis.hook
def filter_body(context, body) -> bool:
    # Refused on purpose, which no schema can say; raw-http.test.ts sends it.
    return not _holds_prototype(body)


@schemathesis.hook
def map_body(context, body):
    if not isinstance(body, dict):
        return body
    label = context.operation.label if context.operation else ""
    if label == "POST /api/auth/register/":
        # A valid one is the password once more.
        if isinstance(body.get("password"), str) and isinstance(body.get("password2"), str) and body["password2"]:
            body = {**body, "password2": body["password"]}
    if label in ("POST /api/courses/", "PUT /api/courses/{id}/"):
        outcomes = body.get("outcomes")
        if isinstance(outcomes, list) and len(outcomes) <= 10 and all(isinstance(each, dict) for each in outcomes):
            names = [each.get("short_name") for each in outcomes]
            if all(isinstance(name, str) for name in names) and len({name.strip().lower() for name in names}) < len(names):
                body = {**body, "outcomes": outcomes[:1]}
    return body
