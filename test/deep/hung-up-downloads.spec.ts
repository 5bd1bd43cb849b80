import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { Metrics } from '../../src/platform/metrics/metrics.js';
import { startTestApp, type TestApp, type TestOrganization } from '../support/app.js';
import { type BodyRoute, bodyRoutes, bytesOf, withFile } from '../support/body-routes.js';
import { formTokenIn, signedIn } from '../support/dashboard-member.js';
import { collectLog } from '../support/log-lines.js';
import { textPdf } from '../support/pdf-samples.js';
import { reducedIn } from '../support/reduced-counts.js';
import { ANNA, sendRequest } from '../support/signing-requests.js';
import { trailOf } from '../support/trails.js';
import { until } from '../support/until.js';

/** The number of moments in each request's life at which connections are closed. */
const MOMENTS = 16;
/** Two requests are sealed, and some of the moments fall within an inspection. */
const LONGEST_MS = 300_000;

describe('clients that hang up', () => {
  let test: TestApp;
  let acme: TestOrganization;
  let signatureId: number;
  let downloads: BodyRoute[];
  let uploads: BodyRoute[];

  beforeAll(async () => {
    test = await startTestApp();
    acme = await test.createOrganization();
    const owner = await signedIn(test, acme);
    const request = await sendRequest(test, acme, 'fast', [ANNA]);
    signatureId = request.id;
    await request.visitors[0]!.sign();
    await until('it is completed', async () => (await request.status()) === 'completed');
    const open = await sendRequest(test, acme, 'fast', [ANNA]);
    const page = await owner.get('settings/person');
    const person = new URLSearchParams({ formToken: formTokenIn(page)!, email: ANNA.email });
    const sealed = (await acme.api.get(`${request.path}/document/signed`)).body as Buffer;
    uploads = await bodyRoutes(acme.api, acme.apiKey, owner, await textPdf());
    const cookie = { cookie: owner.cookie };
    downloads = [
      ...['', '/document', '/document/signed', '/certificate', '/audit-trail'].map((path) =>
        get(request.path + path, { 'x-api-key': acme.apiKey }),
      ),
      ...[
        ...['signatures', 'signatures/export.csv', 'signatures/export.zip', 'verifications/export.csv'],
        ...['activity/export.csv', 'activity/export.json', `signatures/${signatureId}`],
        ...['document', 'signed', 'certificate', 'verdict'].map(
          (part) => `signatures/${signatureId}/${part}`,
        ),
      ].map((path) => get(`/dashboard/${path}`, cookie)),
      post('/dashboard/settings/person/export', String(person), 'application/x-www-form-urlencoded', cookie),
      ...['', '/document', '/file', '/copy', '/text'].map((path) =>
        get(`/sign/${open.visitors[0]!.token}${path}`, {}),
      ),
      get(`/sign/${request.visitors[0]!.token}/file`, {}),
      withFile('/verify-document', {}, 'file', sealed),
    ];
  }, LONGEST_MS);
  afterAll(() => test.close());

  async function begin(route: BodyRoute) {
    const socket = connect(Number(new URL(test.url).port), '127.0.0.1').on('error', () => undefined);
    await once(socket, 'connect');
    socket.write(bytesOf(route));
    return socket;
  }

  /** @returns how long the request takes until its answer begins, and until it has arrived */
  async function lifeOf(route: BodyRoute): Promise<number> {
    const begun = performance.now();
    const { method, path, headers, body } = route;
    const answer = await fetch(test.url + path, {
      method,
      headers,
      body: method === 'GET' ? undefined : new Uint8Array(body),
      redirect: 'manual',
    });
    expect([path, answer.status < 500]).toEqual([path, true]);
    await answer.arrayBuffer();
    return performance.now() - begun;
  }

  async function isIdle(): Promise<boolean> {
    const { text } = await test.app.get(Metrics, { strict: false }).expose();
    return !/^countersign_slots(?:\{.*\}|_reclaimed_total) [^0]/m.test(text);
  }

  it(
    'a client that hangs up causes no error at any moment of a transfer, and its address is recorded',
    async () => {
      const log = collectLog();
      const moments = reducedIn('moments', [...Array(MOMENTS).keys()], [1, 3, 6, 11]);
      let closed = 0;
      try {
        for (const route of [...downloads, ...uploads]) {
          const life = await lifeOf(route);
          for (const moment of moments) {
            const socket = await begin(route);
            if (moment % 4 === 3) await Promise.race([once(socket, 'data'), once(socket, 'close')]);
            else await wait((life * moment) / MOMENTS);
            socket.resetAndDestroy();
            closed++;
          }
        }
        await until('all has ended', isIdle);
      } finally {
        log.end();
      }
      expect(closed).toBeGreaterThan((500 / MOMENTS) * moments.length);
      const faults = log.lines.filter((line) => /^error:|already sent|already been sent/i.test(line));
      expect(faults).toEqual([]);
      const trail = await trailOf(test.dataSource, signatureId);
      const own = trail.filter(({ type }) => type === 'downloaded').map(({ data }) => data.ip);
      expect(new Set(own)).toEqual(new Set(['127.0.0.1']));
      const [{ addresses }] = await test.dataSource.query(
        'select array_agg(distinct address) as addresses from activity_events where organization_id = $1',
        [acme.organizationId],
      );
      expect(addresses.filter((address: string) => address === '' || address === 'undefined')).toEqual([]);
    },
    LONGEST_MS,
  );
});

const get = (path: string, headers: Record<string, string>): BodyRoute => ({
  method: 'GET',
  path,
  headers,
  body: Buffer.alloc(0),
});

const post = (
  path: string,
  body: string | Buffer,
  type: string,
  headers: Record<string, string>,
): BodyRoute => ({
  method: 'POST',
  path,
  headers: { ...headers, 'content-type': type },
  body: Buffer.from(body),
});
