"""Sends a document for signature, waits until it is signed, and saves the result. Needs Python 3.9 and nothing else.

    COUNTERSIGN_URL=http://localhost:3000 COUNTERSIGN_API_KEY=sk_… python3 quick_start.py lease.pdf ann@example.com
"""

import json
import os
import random
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid

ATTEMPTS = 6
LONGEST_WAIT_SECONDS = 90
TIMEOUT_SECONDS = 60
PASSING = {408, 429, 500, 502, 503, 504}


class CountersignError(Exception):
    """The service has refused a request. `code` is what a program may branch on."""

    def __init__(self, status, body):
        super().__init__(f"{status}: {body.get('message', 'no message')}")
        self.status = status
        self.code = body.get("code")


class Countersign:
    """Calls the service. Each change has an idempotency key, so that a repeated request is carried out once."""

    def __init__(self, url, api_key):
        self.base = url.rstrip("/") + "/api/v1"
        self.api_key = api_key

    def call(self, method, path, body=None, content_type="application/json", **query):
        """Returns the JSON of an answer, or the bytes of a file."""
        headers = {"Authorization": f"Bearer {self.api_key}"}
        if method != "GET":
            headers["Idempotency-Key"] = str(uuid.uuid4())
        if body is not None:
            headers["Content-Type"] = content_type
            body = body if isinstance(body, bytes) else json.dumps(body).encode()
        address = self.base + path + ("?" + urllib.parse.urlencode(query) if query else "")
        for attempt in range(1, ATTEMPTS + 1):
            request = urllib.request.Request(address, body, headers, method=method)
            try:
                with urllib.request.urlopen(request, timeout=TIMEOUT_SECONDS) as response:
                    content = response.read()
                    is_json = response.headers.get_content_type() == "application/json"
                    return json.loads(content) if is_json else content
            except urllib.error.HTTPError as error:
                refusal = refusal_in(error)
                wait = float(error.headers.get("Retry-After") or backoff(attempt))
                may_pass = error.code in PASSING or refusal.code == "idempotency_key_in_use"
                if attempt == ATTEMPTS or not may_pass or wait > LONGEST_WAIT_SECONDS:
                    raise refusal from None
            except OSError:
                # No answer: whether the request was carried out is not known, and the same key makes it safe to ask again.
                if attempt == ATTEMPTS:
                    raise
                wait = backoff(attempt)
            time.sleep(wait)

    def events(self, after=None, types=()):
        """Yields each event with the cursor of its page, and waits for more."""
        while True:
            query = {"after": after, "types": ",".join(types), "wait": 30}
            page = self.call("GET", "/events", **{name: value for name, value in query.items() if value})
            after = page["next"]
            for event in page["items"]:
                yield event, after


def refusal_in(error):
    """What an answer without success says. A proxy's has no JSON."""
    try:
        return CountersignError(error.code, json.loads(error.read()))
    except ValueError:
        return CountersignError(error.code, {"message": error.reason})


def backoff(attempt):
    return min(0.5 * 2 ** (attempt - 1), 8) * random.uniform(0.5, 1)


def main(document, email):
    countersign = Countersign(os.environ["COUNTERSIGN_URL"], os.environ["COUNTERSIGN_API_KEY"])

    draft = countersign.call("POST", "/signatures", {
        # The link comes back from send; with the type fast the signer gets it by email.
        "type": "self_signed",
        "originalDocumentName": os.path.basename(document),
        "originalDocumentType": "application/pdf",
        "originalDocumentExtension": "pdf",
    })
    path = f"/signatures/{draft['id']}"
    with open(document, "rb") as file:
        countersign.call("PUT", f"{path}/document", file.read(), "application/pdf")
    sent = countersign.call("POST", f"{path}/send", {"signers": [{"email": email}], "subject": "Please sign"})
    print("Sign here:", sent["signers"][0]["signingUrl"], flush=True)

    ends = ("signature.completed", "signature.rejected", "signature.expired", "signature.cancelled")
    for event, _cursor in countersign.events(types=ends):
        if event["data"]["id"] == draft["id"]:
            print("It is", event["data"]["status"], flush=True)
            break
    if event["event"] != "signature.completed":
        return 1
    for name, place in (("signed.pdf", "document/signed"), ("certificate.pdf", "certificate")):
        with open(name, "wb") as file:
            file.write(countersign.call("GET", f"{path}/{place}"))
        print("Saved", name, flush=True)
    return 0


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
