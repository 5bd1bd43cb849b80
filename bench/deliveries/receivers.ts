import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { type IncomingHttpHeaders } from 'node:http';
import { createServer } from 'node:https';
import { type AddressInfo } from 'node:net';
import { createServerCertificate } from '../../scripts/throwaway-ca.mjs';

// A separate process with one HTTPS server per endpoint, which responds with 200 at once and keeps connections open.

/** A request as it arrived. */
export interface Arrival {
  url: string;
  headers: IncomingHttpHeaders;
  body: string;
  /** Milliseconds since the epoch, with fractions. */
  at: number;
}

export type ReceiverQuestion = 'count' | { take: string };

const [count, caFile] = process.argv.slice(2) as [string, string];
let arrivals: Arrival[] = [];

const { ca, key, cert } = await createServerCertificate();
writeFileSync(caFile, ca);

const ports: number[] = [];
for (let index = 0; index < Number(count); index++) {
  const server = createServer({ key, cert, keepAliveTimeout: 60_000 });
  server.on('request', (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const at = performance.timeOrigin + performance.now();
      const { port } = server.address() as AddressInfo;
      const url = `https://localhost:${port}${request.url!}`;
      arrivals.push({ url, headers: request.headers, body: Buffer.concat(chunks).toString(), at });
      response.end('ok');
    });
  });
  await once(server.listen(0, 'localhost'), 'listening');
  ports.push((server.address() as AddressInfo).port);
}

/** Writes the arrivals since the last call to a file, since they can be too large for a message. */
function take(file: string): true {
  writeFileSync(file, JSON.stringify(arrivals));
  arrivals = [];
  return true;
}

process.on('message', (question: ReceiverQuestion) => {
  process.send!(question === 'count' ? arrivals.length : take(question.take));
});
process.once('disconnect', () => process.exit());
process.send!(ports);
