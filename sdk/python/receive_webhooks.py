"""Receives webhooks and verifies them. Needs Python 3.9 and nothing else.

    WEBHOOK_SECRET=sk_webhook_… python3 receive_webhooks.py 8443 certificate.pem key.pem
"""

import base64
import hashlib
import hmac
import json
import os
import ssl
import sys
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

TOLERANCE_SECONDS = 300
LARGEST_BODY_BYTES = 5_000_000


class NotVerified(Exception):
    """The request is not to be trusted."""


def verify_webhook(body, headers, secret, now=None):
    """Returns the event in a webhook's body, if the service has signed these bytes with this secret not long ago.

    `headers` needs a `get` that does not mind upper and lower case, as those of http.server, Flask and Django have.
    """
    key = secret.encode()
    identity, timestamp = headers.get("webhook-id"), headers.get("webhook-timestamp")
    signatures = headers.get("webhook-signature")
    if not (identity and timestamp and signatures):
        raise NotVerified("the request lacks a header of Standard Webhooks")
    digest = hmac.digest(key, f"{identity}.{timestamp}.".encode() + body, hashlib.sha256)
    expected = "v1," + base64.b64encode(digest).decode()
    # Compares with all of them, so that the time does not tell which one matched.
    if not any([hmac.compare_digest(each.encode(), expected.encode()) for each in signatures.split()]):
        raise NotVerified("no signature matches: another secret, or other bytes than those that were sent")
    if abs((now or time.time()) - int(timestamp)) > TOLERANCE_SECONDS:
        raise NotVerified("the signature is not of these minutes")
    return json.loads(body)


class Receiver(BaseHTTPRequestHandler):
    seen = set()

    def do_POST(self):
        length = int(self.headers.get("Content-Length") or 0)
        if length > LARGEST_BODY_BYTES:
            return self.answer(413)
        try:
            event = verify_webhook(self.rfile.read(length), self.headers, os.environ["WEBHOOK_SECRET"])
        except NotVerified as problem:
            print("Refused:", problem, flush=True)
            return self.answer(401)
        # The same event arrives again if an answer was lost. A real receiver stores the ids with what it did.
        if event["webhookId"] not in self.seen:
            self.seen.add(event["webhookId"])
            print(event["event"], event["data"].get("id"), flush=True)
        return self.answer(204)

    def answer(self, status):
        self.send_response(status)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_):
        """Says nothing about requests."""


def main(port, certificate, key):
    server = ThreadingHTTPServer(("", int(port)), Receiver)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    server.socket = context.wrap_socket(server.socket, server_side=True)
    print("Listening on port", server.server_port, flush=True)
    server.serve_forever()


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    main(*sys.argv[1:])
