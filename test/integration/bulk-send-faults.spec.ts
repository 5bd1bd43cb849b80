import { startTestApp, type TestApp, type TestOrganization } from '../support/app.js';
import { checkedBulkSend, CSV, emptyBulkSend, heldBatch, rentRows } from '../support/bulk-sends.js';
import { reducedIn } from '../support/reduced-counts.js';
import { SIGNATURES } from '../support/samples.js';
import { until } from '../support/until.js';

/** Refuses one signer as the database refuses data that are wrong. */
const REFUSE = `
  create function refuse_signer() returns trigger language plpgsql as $$
    begin
      if new.email = 't2@signers.test' then raise exception 'refused' using errcode = '23514'; end if;
      return new;
    end $$;
  create trigger refuse_signer before insert on signature_signers for each row execute function refuse_signer()`;
/** Presses of a button that arrive at once. */
const ALL_PRESSES = Array.from({ length: 1_000 }, (_, at) => at);
const FEW_PRESSES = ALL_PRESSES.slice(0, 60);
const LONGEST_MS = 400_000;
const ACCEPT = 'drop trigger refuse_signer on signature_signers; drop function refuse_signer()';

describe('bulk sends, when something goes wrong', () => {
  let test: TestApp;
  /** A second process on the same database. */
  let beside: TestApp;
  let acme: TestOrganization;

  beforeAll(async () => {
    test = await startTestApp({ bulkRowsPerDay: 500 });
    const { dataDir, encryptionKeys } = test.settings;
    beside = await startTestApp(
      { dataDir, encryptionKeys, bulkRowsPerDay: 500 },
      { database: { ...test.database, drop: () => Promise.resolve() } },
    );
  }, 120_000);
  beforeEach(async () => {
    acme = await test.createOrganization({ name: 'Acme' });
  });
  afterAll(async () => {
    await beside?.app.close();
    await test?.close();
  });

  const reached = (path: string, state: string) =>
    until(`the bulk send is ${state}`, async () => {
      const { body } = await acme.api.get(path);
      return body.state === state ? body : null;
    });
  /** What the API answers once the limit of the key permits it again. */
  const permitted = (path: string) =>
    until(
      'the key is permitted more requests',
      async () => {
        const { status, body } = await acme.api.get(path);
        return status === 429 ? null : body;
      },
      // The limit is one of a minute.
      { longestMs: 90_000, lookMs: 500 },
    );
  const eventsOf = async (type: string) => {
    const rows = await test.dataSource.query<{ body: string }[]>(
      'select body from webhook_events where organization_id = $1 and type = $2 order by seq',
      [acme.organizationId, type],
    );
    return rows.map(({ body }) => (JSON.parse(body) as { data: Record<string, unknown> }).data);
  };

  it('make the other requests of a batch if one cannot be stored, and try that one once more', async () => {
    const path = await checkedBulkSend(acme, rentRows(5));
    await test.dataSource.query(REFUSE);
    await acme.api.post(`${path}/start`, {});
    const finished = await reached(path, 'finished');
    await test.dataSource.query(ACCEPT);
    expect(finished.counts).toMatchObject({ created: 4, failed: 1, valid: 0 });
    expect((await acme.api.get(SIGNATURES)).body.total).toBe(4);
    const { body: failed } = await acme.api.get(`${path}/rows?rowState=failed`);
    expect(failed.items).toMatchObject([
      { number: 3, reference: 'r2', signatureId: null, faults: [{ code: 'row_not_stored' }] },
    ]);
    expect(String((await acme.api.get(`${path}/errors.csv`)).body)).toContain('t2@signers.test');
    expect(await eventsOf('bulk_send.finished')).toMatchObject([
      { rows: 5, created: 4, failed: 1, reason: null },
    ]);
    expect((await acme.api.post(`${path}/retry`, {})).body.state).toBe('running');
    expect((await reached(path, 'finished')).counts).toMatchObject({ created: 5, failed: 0 });
    expect(await eventsOf('bulk_send.finished')).toHaveLength(2);
  });

  it('keep to the ceiling of the day, also if two processes start at once', async () => {
    const api = (app: TestApp) => `${app.url}/api/v1`;
    const paths = [
      await checkedBulkSend(acme, rentRows(300)),
      await checkedBulkSend(acme, `${rentRows(299)}`),
    ];
    const start = (app: TestApp, path: string) =>
      fetch(`${api(app)}${path.replace('/api/v1', '')}/start`, {
        method: 'POST',
        headers: { 'x-api-key': acme.apiKey, 'content-type': 'application/json' },
        body: '{}',
      });
    const answers = await Promise.all([start(test, paths[0]!), start(beside, paths[1]!)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    const refused = answers.find(({ status }) => status === 400)!;
    expect(await refused.json()).toMatchObject({ code: 'bulk_ceiling' });
    const begun = answers[0].ok ? paths[0]! : paths[1]!;
    await reached(begun, 'finished');
    await test.database.moveClock('24 hours');
    const later = answers[0].ok ? paths[1]! : paths[0]!;
    expect((await acme.api.post(`${later}/start`, { confirmRepeated: true })).status).toBe(200);
    await reached(later, 'finished');
  });

  it('are made once by two processes, however they are paused and resumed', async () => {
    const path = await checkedBulkSend(acme, rentRows(450));
    await acme.api.post(`${path}/start`, {});
    for (let round = 0; round < 5; round++) {
      const [paused] = await Promise.all([
        acme.api.post(`${path}/pause`, {}),
        fetch(`${beside.url}${path}/pause`, { method: 'POST', headers: { 'x-api-key': acme.apiKey } }),
      ]);
      if (paused.status === 200) {
        const { total } = (await acme.api.get(SIGNATURES)).body;
        expect(total).toBe(paused.body.counts.created);
      }
      await acme.api.post(`${path}/resume`, {});
    }
    const { counts } = await reached(path, 'finished');
    expect(counts).toMatchObject({ rows: 450, created: 450 });
    expect((await acme.api.get(SIGNATURES)).body.total).toBe(450);
    const rows = await test.dataSource.query<{ made: number }[]>(
      'select count(distinct signature_id)::integer as made from bulk_send_rows where organization_id = $1',
      [acme.organizationId],
    );
    expect(rows).toEqual([{ made: 450 }]);
  });

  it('send nothing any more once a cancellation is answered, by whichever process', async () => {
    const path = await checkedBulkSend(acme, rentRows(450));
    const goOn = await heldBatch(test.dataSource, path.split('/').at(-1)!, 250);
    await acme.api.post(`${path}/start`, {});
    await until('some are made', async () => (await acme.api.get(path)).body.counts.created === 200);
    const cancelling = [test, beside].map((app) =>
      fetch(`${app.url}${path}/cancel`, { method: 'POST', headers: { 'x-api-key': acme.apiKey } }),
    );
    await goOn();
    const answers = await Promise.all(cancelling);
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    const { counts } = await reached(path, 'cancelled');
    expect(counts.created + counts.cancelled).toBe(450);
    expect((await acme.api.get(SIGNATURES)).body.total).toBe(counts.created);
    expect(await eventsOf('bulk_send.finished')).toEqual([]);
  });

  /** Presses buttons in turn, at both processes at once. @returns the statuses of those that were not put off */
  async function pressed(path: string, acts: readonly string[]): Promise<number[]> {
    const presses = reducedIn(`presses of ${acts.join(', ')} at once`, ALL_PRESSES, FEW_PRESSES);
    const statuses = await Promise.all(
      presses.map(async (at) => {
        const { url } = at % 2 === 0 ? test : beside;
        const act = acts[Math.floor(at / 2) % acts.length]!;
        const headers = { 'x-api-key': acme.apiKey };
        const { status } = await fetch(`${url}${path}/${act}`, { method: 'POST', headers });
        return status;
      }),
    );
    // Too many at once, for the limit of the key or for the database.
    return statuses.filter((status) => status !== 429 && status !== 503);
  }

  it(
    'are made once however many pause and resume them at once',
    async () => {
      const path = await checkedBulkSend(acme, rentRows(450));
      await acme.api.post(`${path}/start`, {});
      const statuses = await pressed(path, ['pause', 'resume']);
      expect(new Set(statuses)).toEqual(new Set([200, 400]));
      if ((await permitted(path)).state === 'paused') await acme.api.post(`${path}/resume`, {});
      expect((await reached(path, 'finished')).counts).toMatchObject({ rows: 450, created: 450 });
      expect((await permitted(SIGNATURES)).total).toBe(450);
      expect(await eventsOf('bulk_send.finished')).toHaveLength(1);
    },
    LONGEST_MS,
  );

  it(
    'are cancelled once however many cancel them at once, while others pause and resume',
    async () => {
      const path = await checkedBulkSend(acme, rentRows(450));
      await acme.api.post(`${path}/start`, {});
      await pressed(path, ['pause', 'cancel', 'resume']);
      const { counts, state } = await permitted(path);
      expect(state).toMatch(/^(cancelled|finished)$/);
      expect(counts.created + counts.cancelled).toBe(450);
      expect((await permitted(SIGNATURES)).total).toBe(counts.created);
      expect(new Set(await pressed(path, ['cancel', 'resume', 'pause']))).toEqual(new Set([400]));
      expect(await permitted(path)).toMatchObject({ state, counts });
    },
    LONGEST_MS,
  );

  it('tell subscribers what paused them', async () => {
    const path = await checkedBulkSend(acme, rentRows(2));
    const { templateId } = (await acme.api.get(path)).body;
    await acme.api.delete(`/api/v1/templates/${templateId}`);
    await acme.api.post(`${path}/start`, {});
    await reached(path, 'paused');
    expect(await eventsOf('bulk_send.paused')).toMatchObject([
      { rows: 2, created: 0, reason: 'template_archived' },
    ]);
  });

  it('forget rows that were not sent 30 days after the end, and those never started', async () => {
    const kept = async () => {
      const [row] = await test.dataSource.query<{ kept: number }[]>(
        'select count(sealed)::integer as kept from bulk_send_rows where organization_id = $1',
        [acme.organizationId],
      );
      return row!.kept;
    };
    const ended = await emptyBulkSend(acme, { onInvalid: 'skip' });
    await acme.api.put(`${ended}/rows`, Buffer.from(`${rentRows(2)}\r\nr9,nobody,N,1`), CSV);
    await acme.api.post(`${ended}/start`, {});
    await reached(ended, 'finished');
    const waiting = await checkedBulkSend(acme, rentRows(3));
    expect(await kept()).toBe(4);
    await test.database.moveClock('30 days');
    await until('nothing is kept', async () => (await kept()) === 0);
    expect((await acme.api.get(waiting)).body).toMatchObject({
      state: 'cancelled',
      counts: { cancelled: 3 },
    });
    expect((await acme.api.get(ended)).body).toMatchObject({ state: 'finished', counts: { invalid: 1 } });
    expect((await acme.api.post(`${waiting}/start`, {})).body.code).toBe('bulk_cancelled');
  });
});
