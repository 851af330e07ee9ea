"""Loaded by Schemathesis: counts what is really sent, probes of the checks included, and by which status answered."""

import atexit
import json
import os
import threading
from collections import Counter

import requests

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
