import { IdempotencyKeys } from '../../src/platform/idempotency/idempotency-keys.js';
import { startTestApp, type TestApp, type TestOrganization } from '../support/app.js';
import {
  type Answer,
  type Call,
  callWithKey,
  formWith,
  IN_USE,
  REUSED,
} from '../support/idempotent-calls.js';
import { inDepth } from '../support/in-depth.js';
import { assemblePdf, ONE_PAGE, PAGE_TREE, streamBody } from '../support/pdf-samples.js';
import { createDraft, DRAFT, sendRequest, SIGNATURES } from '../support/samples.js';
import { until } from '../support/until.js';
import { FULL_FORM, SHORT_FORM, VERIFICATIONS } from '../support/verifications.js';

const MIB = 1024 * 1024;
const BLOCKED =
  "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";

describe('requests with an Idempotency-Key', () => {
  let test: TestApp;
  let acme: TestOrganization;
  let keys = 0;

  beforeAll(async () => {
    test = await startTestApp();
    acme = await test.createOrganization();
  });
  afterAll(() => test.close());

  const newKey = () => `key-${++keys}`;
  const send = (key: string, request: Call) =>
    callWithKey({ url: test.url, apiKey: acme.apiKey }, key, request);
  const creation = (name: string): Call => ({
    method: 'POST',
    path: SIGNATURES,
    body: { ...DRAFT, originalDocumentName: name },
  });

  it('makes one request for ten at once', async () => {
    const key = newKey();
    const answers = await Promise.all(Array.from({ length: 10 }, () => send(key, creation('One of ten'))));
    const done = answers.filter(({ status }) => status === 201);
    expect(done.filter(({ replayed }) => !replayed)).toHaveLength(1);
    expect(new Set(done.map(({ text }) => text)).size).toBe(1);
    for (const answer of answers.filter(({ status }) => status !== 201)) expect(answer).toEqual(IN_USE);
    expect(await drafts('One of ten')).toBe(1);
  });

  inDepth('replays an upload of 25 MB with another boundary, and compares every byte', async () => {
    const path = `${SIGNATURES}/${await createDraft(acme.api)}/document`;
    const large = largePdf();
    const key = newKey();
    const first = await send(key, { method: 'PUT', path, body: formWith(large) });
    expect(first).toMatchObject({ status: 200, replayed: false });
    expect(await send(key, { method: 'PUT', path, body: formWith(large) })).toEqual({
      ...first,
      replayed: true,
    });
    const changed = Buffer.from(large);
    changed[changed.length >> 1]! ^= 1;
    expect(await send(key, { method: 'PUT', path, body: formWith(changed) })).toEqual(REUSED);
    expect((await acme.api.get(path)).body.equals(large)).toBe(true);
  });

  it('stores no token, link or address in plain text', async () => {
    const issued = [
      { method: 'POST', path: VERIFICATIONS, body: FULL_FORM },
      { method: 'POST', path: VERIFICATIONS, body: SHORT_FORM },
      {
        method: 'POST',
        path: `${SIGNATURES}/${await createDraft(acme.api, { type: 'in_person' })}/send`,
        body: { signers: [{ email: 'ann@example.test' }] },
      },
    ];
    const answers: string[] = [];
    for (const request of issued) answers.push((await send(`ann@example.test-${++keys}`, request)).text);
    const secrets = answers.join().match(/[0-9a-f]{64}|https?:[^"]+|[\w.]+@[\w.]+/g)!;
    expect(answers.join().match(/[0-9a-f]{64}/g)!.length).toBeGreaterThanOrEqual(3);
    const rows = await test.dataSource.query<Record<string, unknown>[]>('select * from idempotency_keys');
    const texts = rows
      .flatMap(Object.values)
      .map((value) => (Buffer.isBuffer(value) ? value : String(value)));
    const dump = texts.flatMap((text) => [text.toString('latin1'), text.toString('hex')]).join('\n');
    for (const secret of [...secrets, '/sign/', '/verify/', 'ann@example.test'])
      for (const form of [
        secret,
        Buffer.from(secret).toString('hex'),
        Buffer.from(secret).toString('base64'),
      ])
        expect(dump).not.toContain(form);
  });

  describe('a repetition while the first request is blocked', () => {
    /** Holds the row lock of a request, so its cancellation waits while `meanwhile` runs. */
    async function whileCancelling(
      meanwhile: (request: Call, key: string) => Promise<void>,
    ): Promise<{ answer: Answer; id: number }> {
      const { id } = await sendRequest(acme.api);
      const request = { method: 'DELETE', path: `${SIGNATURES}/${id}` };
      const key = newKey();
      const lock = test.dataSource.createQueryRunner();
      await lock.startTransaction();
      // The database ends idle transactions, which this one may be on a slow machine.
      await lock.query('set local idle_in_transaction_session_timeout = 0');
      await lock.query('select from signatures where id = $1 for update', [id]);
      const answering = send(key, request);
      try {
        await until(
          'it is blocked',
          async () => (await test.dataSource.query<unknown[]>(BLOCKED)).length > 0,
        );
        await meanwhile(request, key);
      } finally {
        await lock.rollbackTransaction();
        await lock.release();
      }
      return { answer: await answering, id };
    }

    it('a second request is 409, however long the first takes', async () => {
      const { answer } = await whileCancelling(async (request, key) => {
        for (let time = 0; time < 3; time++) {
          expect(await send(key, request)).toEqual(IN_USE);
          await test.app.get(IdempotencyKeys, { strict: false }).renew();
          await test.database.moveClock('20 seconds');
        }
      });
      expect(answer).toMatchObject({ status: 200, replayed: false });
    });

    it('undoes the first request if another takes the key over', async () => {
      const { answer, id } = await whileCancelling(async (_request, key) => {
        await test.database.moveClock('31 seconds');
        expect(await send(key, creation('Taken over'))).toMatchObject({ status: 201, replayed: false });
      });
      expect(answer).toEqual(IN_USE);
      expect((await acme.api.get(`${SIGNATURES}/${id}`)).body.status).toBe('created');
    });
  });

  // Last, because it moves the clock past every key.
  it('forgets a key after 24 hours', async () => {
    const key = newKey();
    const first = await send(key, creation('A day'));
    await test.database.moveClock('23 hours 59 minutes');
    expect(await send(key, creation('A day'))).toEqual({ ...first, replayed: true });
    await test.database.moveClock('1 minute');
    expect(await send(key, creation('A day'))).toMatchObject({ status: 201, replayed: false });
    expect(await drafts('A day')).toBe(2);
    await test.database.moveClock('24 hours');
    await test.app.get(IdempotencyKeys, { strict: false }).sweep();
    expect(await test.dataSource.query('select from idempotency_keys')).toEqual([]);
  });

  async function drafts(name: string): Promise<number> {
    const [row] = await test.dataSource.query<[{ n: number }]>(
      'select count(*) as n from signatures where organization_id = $1 and original_document_name = $2',
      [acme.organizationId, name],
    );
    return row.n;
  }
});

/** As large as a document may be. */
function largePdf(): Buffer {
  const parts = (padding: number) =>
    assemblePdf([
      '<< /Type /Catalog /Pages 2 0 R >>',
      PAGE_TREE,
      ONE_PAGE,
      streamBody(Buffer.alloc(padding, 'countersign ')),
    ]);
  const padding = 25 * MIB - 1_000;
  return parts(padding + 25 * MIB - parts(padding).length);
}
