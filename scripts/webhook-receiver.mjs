// `npm run webhook-receiver [-- --port 8443] [--ca .data/webhook-ca.pem]`: a small HTTPS receiver for trying webhooks. It
// prints each event and, if WEBHOOK_SECRET is set, whether its signature is right.
import { createHmac, timingSafeEqual, X509Certificate } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureRuntimePackages } from './prepare.mjs';

ensureRuntimePackages();
const { createServerCertificate } = await import('./throwaway-ca.mjs');

const MAX_BODY_BYTES = 4 * 1024 * 1024;
const DAY_MS = 86_400_000;

const { values: options } = parseArgs({
  options: {
    port: { type: 'string', default: '8443' },
    ca: { type: 'string', default: '.data/webhook-ca.pem' },
  },
});
const secret = process.env.WEBHOOK_SECRET;

const server = createServer(await ownCertificate(options.ca), receive);
server.listen(Number(options.port), 'localhost', () => {
  console.log(`Receiving at https://localhost:${server.address().port}/`);
  console.log(`Its certificate authority: ${options.ca}`);
  console.log('Start the service with these settings, so that it can reach and trust this receiver:');
  console.log(`  WEBHOOK_CA_FILE=${options.ca} WEBHOOK_ALLOWED_CIDRS=127.0.0.0/8,::1/128 npm start`);
  if (!secret) console.log('Set WEBHOOK_SECRET to check the signatures, too.');
});

/** Kept between runs, because the service reads the authority's certificate only at startup. */
async function ownCertificate(caFile) {
  const serverFile = join(dirname(caFile), 'webhook-receiver.json');
  if (existsSync(caFile) && existsSync(serverFile)) {
    const kept = JSON.parse(readFileSync(serverFile, 'utf8'));
    const certificate = new X509Certificate(kept.cert);
    const signedByIt = certificate.verify(new X509Certificate(readFileSync(caFile)).publicKey);
    if (signedByIt && Date.parse(certificate.validTo) > Date.now() + DAY_MS) return kept;
  }
  const { ca, key, cert } = await createServerCertificate();
  mkdirSync(dirname(caFile), { recursive: true });
  writeFileSync(serverFile, JSON.stringify({ key, cert }), { mode: 0o600 });
  chmodSync(serverFile, 0o600);
  writeFileSync(caFile, ca);
  return { key, cert };
}

function receive(request, response) {
  const chunks = [];
  let size = 0;
  request.on('data', (chunk) => {
    size += chunk.length;
    if (size > MAX_BODY_BYTES) request.destroy();
    chunks.push(chunk);
  });
  request.on('end', () => {
    const body = Buffer.concat(chunks);
    const verdict = verdictOn(request.headers['x-service-signature'], body);
    const ok = verdict !== 'WRONG SIGNATURE';
    response.writeHead(ok ? 204 : 401).end();
    console.log(
      `\n${new Date().toISOString()} ${request.method} ${request.url} → ${ok ? 204 : 401} (${verdict})`,
    );
    console.log(`X-Service-Webhook-Id: ${printable(request.headers['x-service-webhook-id'])}`);
    console.log(pretty(body));
  });
}

/** Checks the raw bytes in constant time, as every receiver should. */
function verdictOn(signature, body) {
  if (!secret) return 'signature not checked';
  const expected = createHmac('sha256', secret).update(body).digest();
  const given = Buffer.from(String(signature), 'hex');
  return given.length === expected.length && timingSafeEqual(given, expected)
    ? 'signature valid'
    : 'WRONG SIGNATURE';
}

function pretty(body) {
  try {
    return JSON.stringify(JSON.parse(body.toString()), null, 2);
  } catch {
    return printable(body.toString().slice(0, 2_000));
  }
}

/** Keeps outside control characters from reaching the terminal. */
function printable(text) {
  return JSON.stringify(String(text));
}
