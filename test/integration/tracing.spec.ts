import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { ApiClient } from '../support/api-client.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { sendRequest, SIGNATURES } from '../support/samples.js';
import { ServerProcess } from '../support/server-process.js';

/** The service itself is started. */
const START_MS = 120_000;
const CALLER = '4bf92f3577b34da6a3ce929d0e0e4736';
const PERSON = { email: 'traced.person@signers.test', name: 'Traced Person' };

interface ReceivedSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[];
}

interface Export {
  resourceSpans: { resource: object; scopeSpans: { spans: ReceivedSpan[] }[] }[];
}

/** Receives traces as a collector does (OTLP 1.x, JSON over HTTP). */
class Collector {
  readonly exports: Export[] = [];
  readonly headers: IncomingHttpHeaders[] = [];
  private readonly server: Server = createServer((request, response) => {
    void json(request).then((body) => {
      this.exports.push(body as Export);
      this.headers.push(request.headers);
      response
        .writeHead(request.url === '/v1/traces' ? 200 : 404, { 'content-type': 'application/json' })
        .end('{}');
    });
  });

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  stop(): Promise<void> {
    this.server.closeAllConnections();
    return new Promise((resolve) => this.server.close(() => resolve()));
  }

  get spans(): ReceivedSpan[] {
    return this.exports.flatMap(({ resourceSpans }) =>
      resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
    );
  }

  named(name: string): ReceivedSpan[] {
    return this.spans.filter((span) => span.name === name);
  }
}

const attribute = ({ attributes }: ReceivedSpan, key: string) =>
  attributes.find((each) => each.key === key)?.value;

let database: TestDatabase;
let collector: Collector;
let token: string;

// One service makes all the traces, and sends the last ones when it stops.
beforeAll(async () => {
  database = await createTestDatabase();
  collector = new Collector();
  const server = await ServerProcess.prepare({
    DATABASE_URL: database.url,
    OTEL_EXPORTER_OTLP_ENDPOINT: await collector.start(),
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20collectors',
  });
  try {
    await server.start();
    const api = new ApiClient(server.url, server.secret('API key'));
    await api.get(SIGNATURES, { headers: { traceparent: `00-${CALLER}-00f067aa0ba902b7-01` } });
    await sendRequest(api, { signers: [PERSON] });
    token = '5'.repeat(64);
    await (await fetch(`${server.url}/sign/${token}`)).text();
  } finally {
    await server.close();
  }
}, START_MS);
afterAll(async () => {
  await collector?.stop();
  await database?.drop();
});

it('sends a span for each request, named by its route, in the trace of its caller', () => {
  const [list] = collector.named('GET /api/v1/signatures');
  expect(list).toMatchObject({ traceId: CALLER, parentSpanId: '00f067aa0ba902b7' });
  expect(attribute(list!, 'http.response.status_code')).toEqual({ intValue: 200 });
  expect(attribute(list!, 'http.route')).toEqual({ stringValue: '/api/v1/signatures' });
  expect(collector.named('GET /sign/:token')).toHaveLength(1);
});

it('sends spans for jobs, each in its own trace', () => {
  const [job] = collector.named('job mail.send');
  expect(job!.parentSpanId ?? '').toBe('');
  expect(attribute(job!, 'countersign.job.attempt')).toEqual({ intValue: 1 });
});

it('sends spans for child processes as steps of what waits for them', () => {
  const [child] = collector.spans.filter(({ name }) => name.startsWith('child '));
  const parent = collector.spans.find(({ spanId }) => spanId === child!.parentSpanId);
  expect(parent!.name).toMatch(/^(?:POST|job) /);
});

it('names the service, authenticates, and sends no name, address, path or token', () => {
  const text = JSON.stringify(collector.exports);
  expect(JSON.stringify(collector.exports[0]!.resourceSpans[0]!.resource)).toContain('"countersign"');
  expect(collector.headers.every(({ authorization }) => authorization === 'Bearer collectors')).toBe(true);
  for (const secret of [PERSON.email, PERSON.name, token]) expect(text).not.toContain(secret);
});
