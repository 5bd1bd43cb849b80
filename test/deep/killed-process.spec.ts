import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DataSource } from 'typeorm';
import { dataSourceOptions } from '../../src/platform/database/data-source-options.js';
import { ApiClient } from '../support/api-client.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { type Inbox, Receiver } from '../support/receiver.js';
import { createDraft, sendRequest, SIGNATURES } from '../support/samples.js';
import { ServerProcess } from '../support/server-process.js';
import { draftWith } from '../support/several-documents.js';
import { SigningVisitor } from '../support/signing-visitor.js';
import { TimeStampAuthority } from '../support/time-stamp-authority.js';
import { until } from '../support/until.js';
import { pdfsig } from '../support/validators.js';

const EVENTS = 300;
/** The server is killed after this many deliveries, at arbitrary moments of the work. */
const KILL_AFTER = [7, 61, 158];
/** Four starts of the service and three recoveries. */
const LONGEST_MS = 240_000;
/** Longer than the lease of a job whose worker died. */
const PAST_LEASES = '24 seconds';

describe('a killed process', () => {
  let database: TestDatabase;
  let dataSource: DataSource;
  let receiver: Receiver;
  let inbox: Inbox;
  let server: ServerProcess;

  beforeAll(async () => {
    database = await createTestDatabase();
    dataSource = await new DataSource(dataSourceOptions(database.url)).initialize();
    receiver = await Receiver.start();
    inbox = receiver.newInbox();
    server = await ServerProcess.prepare({
      DATABASE_URL: database.url,
      WEBHOOK_ALLOWED_CIDRS: '127.0.0.0/8,::1/128',
      WEBHOOK_CA_FILE: receiver.caFile,
    });
  });
  afterAll(async () => {
    await server.close();
    await receiver.stop();
    await dataSource.destroy();
    await database.drop();
  });

  it(
    'loses no event: each arrives, and the state is consistent',
    async () => {
      await server.start();
      await server.cli('webhook:set', '--organization', '1', '--url', inbox.url);
      const api = new ApiClient(server.url, server.secret('API key'));
      const failure = new AbortController();
      await Promise.all([
        cancelMany(api, EVENTS, failure.signal),
        killInBetween().catch((error: unknown) => {
          failure.abort();
          throw error;
        }),
      ]);
      await until(
        'every event is delivered',
        async () =>
          (await count("webhook_deliveries where status <> 'success'")) === 0 && (await count('jobs')) === 0,
      );
      await expectEveryEventOnce();
      await expectNothingLeftOver();
    },
    LONGEST_MS,
  );

  async function killInBetween(): Promise<void> {
    for (const arrived of KILL_AFTER) {
      await inbox.waitFor(arrived);
      await server.kill();
      await server.start();
      await database.moveClock(PAST_LEASES);
    }
  }

  /** Cancels drafts until `wanted` are certainly cancelled, even if single requests fail, or until `signal` is aborted. */
  async function cancelMany(api: ApiClient, wanted: number, signal: AbortSignal): Promise<void> {
    for (let done = 0; done < wanted && !signal.aborted;) {
      const cancelled = await createDraft(api)
        .then(
          (id) => api.delete(`${SIGNATURES}/${id}`),
          () => null,
        )
        .catch(() => null);
      if (cancelled?.status === 200) done++;
      else
        await until(
          'the service answers',
          () =>
            signal.aborted ||
            api.get('/healthz').then(
              ({ status }) => status === 200,
              () => false,
            ),
        );
    }
  }

  async function count(from: string): Promise<number> {
    const [row] = await dataSource.query<[{ n: number }]>(`select count(*) as n from ${from}`);
    return row.n;
  }

  /** Each cancelled request has one record, whose webhook id arrived with the recorded bytes. */
  async function expectEveryEventOnce(): Promise<void> {
    const cancelled = await dataSource.query<{ id: number }[]>(
      'select id from signatures where deleted_at is not null',
    );
    const recorded = await dataSource.query<{ webhookId: string; body: Buffer }[]>(
      'select d.webhook_id as "webhookId", v.body from webhook_deliveries d join webhook_events v on v.seq = d.event_seq',
    );
    expect(cancelled.length).toBeGreaterThanOrEqual(EVENTS);
    const told = recorded.map(
      ({ body }) => (JSON.parse(body.toString()) as { data: { id: number } }).data.id,
    );
    expect(told.sort((a, b) => a - b)).toEqual(cancelled.map(({ id }) => id).sort((a, b) => a - b));
    const arrived = new Map(
      inbox.requests.map(({ headers, body }) => [headers['x-service-webhook-id'], body]),
    );
    expect(arrived.size).toBe(recorded.length);
    for (const { webhookId, body } of recorded) expect(arrived.get(webhookId)?.equals(body)).toBe(true);
  }

  async function expectNothingLeftOver(): Promise<void> {
    expect(await count('failed_jobs')).toBe(0);
    expect(await count('job_lanes where inflight <> 0')).toBe(0);
    const halves =
      "signatures s where (s.deleted_at is not null) <> exists (select from signature_audit_events a where a.signature_id = s.id and a.type = 'cancelled')";
    expect(await count(halves)).toBe(0);
  }
});

describe('a process killed while it seals', () => {
  let database: TestDatabase;
  let authority: TimeStampAuthority;
  let server: ServerProcess;

  beforeAll(async () => {
    database = await createTestDatabase();
    authority = await TimeStampAuthority.start();
    authority.behaviour = 'hangs';
    server = await ServerProcess.prepare({
      DATABASE_URL: database.url,
      WEBHOOK_ALLOWED_CIDRS: '127.0.0.0/8,::1/128',
      TSA_URL: authority.url,
      TSA_CA_FILE: authority.caFile,
    });
  });
  afterAll(async () => {
    await server.close();
    await authority.stop();
    await database.drop();
  });

  it(
    'the next process takes the seal over within 30 seconds',
    async () => {
      await server.start();
      const api = new ApiClient(server.url, server.secret('API key'));
      const { id, visitor } = await sendToOneself(api);
      expect((await visitor.sign()).location).toBe('/done');
      await authority.waitFor(1);
      await server.kill();
      authority.behaviour = 'good';
      await server.start();
      await database.moveClock(PAST_LEASES);
      const completed = async () => (await api.get(`${SIGNATURES}/${id}`)).body.status === 'completed';
      await until('it is completed', completed, { longestMs: 120_000 });
    },
    LONGEST_MS,
  );
});

describe('a process killed between the seals of several documents', () => {
  let database: TestDatabase;
  let dataSource: DataSource;
  let authority: TimeStampAuthority;
  let server: ServerProcess;

  beforeAll(async () => {
    database = await createTestDatabase();
    dataSource = await new DataSource(dataSourceOptions(database.url)).initialize();
    authority = await TimeStampAuthority.start();
    server = await ServerProcess.prepare({
      DATABASE_URL: database.url,
      WEBHOOK_ALLOWED_CIDRS: '127.0.0.0/8,::1/128',
      TSA_URL: authority.url,
      TSA_CA_FILE: authority.caFile,
    });
  });
  afterAll(async () => {
    await server.close();
    await authority.stop();
    await dataSource.destroy();
    await database.drop();
  });

  const filesNow = () =>
    readdirSync(join(server.dataDir, 'files'), { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    ).length;
  const sealedNow = async () => {
    const [row] = await dataSource.query<[{ n: number }]>(
      `select (select count(*) from signature_documents where kind = 'signed')::integer
        + (select count(*) from request_document_files where kind = 'signed')::integer as n`,
    );
    return row.n;
  };

  it(
    'leaves none of them sealed, and the next process seals all, once',
    async () => {
      await server.start();
      const api = new ApiClient(server.url, server.secret('API key'));
      const path = await draftWith({ api }, ['Annex.pdf', 'Rules.pdf', 'Plan.pdf'], 'self_signed');
      const signers = [{ email: 'anna@signers.test', name: 'Anna' }];
      const sent = await api.post(`${path}/send`, { signers });
      const [{ signingUrl }] = sent.body.signers as [{ signingUrl: string }];
      const before = filesNow();
      expect((await new SigningVisitor(signingUrl).sign()).location).toBe('/done');
      // With three files sealed, the next query is for the fourth.
      for (let asked = 1; filesNow() < before + 3; asked++) await authority.waitFor(asked);
      await server.kill();
      expect(filesNow()).toBeGreaterThanOrEqual(before + 3);
      expect(await sealedNow()).toBe(0);

      await server.start();
      await database.moveClock(PAST_LEASES);
      const completed = async () => (await api.get(path)).body.status === 'completed';
      await until('it is completed', completed, { longestMs: 120_000 });
      expect(await sealedNow()).toBe(4);
      const { items: trail } = (await api.get(`${path}/audit-trail`)).body as { items: { type: string }[] };
      expect(trail.filter(({ type }) => type === 'sealed')).toHaveLength(1);
      const { items } = (await api.get(`${path}/documents`)).body as {
        items: { n: number; signedSha256: string }[];
      };
      for (const { n, signedSha256 } of items) {
        const pdf = (await api.get(`${path}/documents/${n}/signed`)).body as unknown as Buffer;
        expect(createHash('sha256').update(pdf).digest('hex')).toBe(signedSha256);
        // poppler does not check document time stamps.
        const seals = pdfsig(pdf).filter(({ kind }) => kind === 'ETSI.CAdES.detached');
        expect(seals.map(({ verdict }) => verdict)).toContain('Signature is Valid.');
        expect(seals.filter(({ verdict }) => verdict !== 'Signature is Valid.')).toEqual([]);
      }
    },
    LONGEST_MS,
  );
});

/** A request that its only signer signs with the link in the answer. */
async function sendToOneself(api: ApiClient): Promise<{ id: number; visitor: SigningVisitor }> {
  const draft = { type: 'self_signed' };
  const anna = { email: 'anna@signers.test', name: 'Anna' };
  const { id, signers } = await sendRequest(api, { draft, signers: [anna] });
  return { id, visitor: new SigningVisitor(signers[0]!.signingUrl!) };
}
