import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type INestApplicationContext } from '@nestjs/common';
import { MetricsAccess } from './metrics-access.js';
import { ServiceFigures } from './service-figures.js';

/** A request has one line, few headers, and a body that is never read. */
const LIMITS = {
  maxHeaderSize: 8 * 1024,
  headersTimeout: 5_000,
  requestTimeout: 5_000,
  connectionsCheckingInterval: 1_000,
};
const MOST_CONNECTIONS = 32;

/** Serves `GET /metrics` on its own port. @returns a function that stops it; rejects as `listen` does */
export async function serveMetrics(
  app: INestApplicationContext,
  port: number,
  address: string,
): Promise<() => Promise<void>> {
  const access = app.get(MetricsAccess, { strict: false });
  const figures = app.get(ServiceFigures, { strict: false });
  const server = createServer(LIMITS, (request, response) => void answer(access, figures, request, response));
  server.maxConnections = MOST_CONNECTIONS;
  server.listen(port, address);
  await once(server, 'listening');
  return async () => {
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  };
}

async function answer(
  access: MetricsAccess,
  figures: ServiceFigures,
  { method, url, headers }: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (url !== '/metrics') return refuse(response, 404);
  if (method !== 'GET') return refuse(response, 405, { allow: 'GET' });
  if (!access.isOpenTo(headers.authorization)) return refuse(response, 401, { 'www-authenticate': 'Bearer' });
  const { type, text } = await figures.expose();
  response.writeHead(200, { 'content-type': type, 'cache-control': 'no-store' }).end(text);
}

function refuse(response: ServerResponse, status: number, headers: Record<string, string> = {}): void {
  response.writeHead(status, headers).end();
}
