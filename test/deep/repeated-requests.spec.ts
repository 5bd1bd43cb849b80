import { setImmediate as nextTurn } from 'node:timers/promises';
import { DataSource } from 'typeorm';
import { Random } from '../../scripts/mrz/random.js';
import { dataSourceOptions } from '../../src/platform/database/data-source-options.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { type Answer, type Call, callWithKey, formWith } from '../support/idempotent-calls.js';
import { textPdf } from '../support/pdf-samples.js';
import { reducedIn } from '../support/reduced-counts.js';
import { DRAFT, SIGNATURES } from '../support/samples.js';
import { ServerProcess } from '../support/server-process.js';
import { until } from '../support/until.js';

const SEED = 11;
const JOURNEYS = 60;
const AT_ONCE = 8;
/** Calls of a journey, and the events that each leaves. */
const CALLS = { create: 'created', upload: 'document_uploaded', send: 'sent', remind: 'reminded' };
/** In reduced runs these two. */
const KILLS = [1, 2, 3, 4, 5, 6];
const FEW_KILLS = [2, 5];
/** Longer than the lease of a claim whose process died. */
const PAST_LEASES = '31 seconds';
const LONGEST_MS = 480_000;

interface KeyedCall extends Call {
  key: string;
}

/** Each call is repeated with its key until it is answered, while the service is killed at random moments. */
describe('requests to a service that is killed', () => {
  const random = new Random(SEED);
  const kills = reducedIn('kills', KILLS, FEW_KILLS);
  let database: TestDatabase;
  let dataSource: DataSource;
  let server: ServerProcess;
  let pdf: Buffer;
  let begun = 0;
  let unanswered = 0;

  beforeAll(async () => {
    database = await createTestDatabase();
    dataSource = await new DataSource(dataSourceOptions(database.url)).initialize();
    pdf = await textPdf();
    server = await ServerProcess.prepare({ DATABASE_URL: database.url });
  });
  afterAll(async () => {
    await server.close();
    await dataSource.destroy();
    await database.drop();
  });

  it(
    'each request has exactly one effect, and its answer survives',
    async () => {
      await server.start();
      const answers = new Map<KeyedCall, Answer>();
      let next = 0;
      const journeys = Array.from({ length: AT_ONCE }, async () => {
        while (next < JOURNEYS) await travel(next++, answers);
      });
      await Promise.all([killInBetween(), ...journeys]);
      expect(unanswered).toBeGreaterThan(kills.length);
      expect(answers.size).toBe(JOURNEYS * Object.keys(CALLS).length);
      for (const [request, { status, text }] of answers)
        expect(await send(request)).toEqual({ status, text, replayed: true });
      await expectOneEffectEach();
    },
    LONGEST_MS,
  );

  const send = ({ key, ...call }: KeyedCall) =>
    callWithKey({ url: server.url, apiKey: server.secret('API key') }, key, call);

  /** Kills the service while requests are under way, at evenly spaced calls and a random moment after each. */
  async function killInBetween(): Promise<void> {
    const calls = JOURNEYS * Object.keys(CALLS).length;
    for (const kill of kills) {
      const at = Math.floor((kill * calls) / (KILLS.length + 1));
      await until('it is time', () => begun >= at, { longestMs: LONGEST_MS, lookMs: 1 });
      for (let turns = random.below(300); turns > 0; turns--) await nextTurn();
      await server.kill();
      await database.moveClock(PAST_LEASES);
      await server.start();
    }
  }

  async function travel(journey: number, answers: Map<KeyedCall, Answer>): Promise<void> {
    const perform = async (name: string, request: Call) => {
      const call = { ...request, key: `${name}-${journey}` };
      begun++;
      const answer = await until(`${call.key} is answered`, () => attempt(call), { longestMs: LONGEST_MS });
      answers.set(call, answer!);
      return JSON.parse(answer!.text) as { id: number; signers: { id: number }[] };
    };
    const draft = { ...DRAFT, type: 'in_person', originalDocumentName: `Journey ${journey}` };
    const { id } = await perform('create', { method: 'POST', path: SIGNATURES, body: draft });
    const path = `${SIGNATURES}/${id}`;
    await perform('upload', { method: 'PUT', path: `${path}/document`, body: formWith(pdf) });
    const signing = { signers: [{ email: `signer-${journey}@example.test` }] };
    const { signers } = await perform('send', { method: 'POST', path: `${path}/send`, body: signing });
    await perform('remind', { method: 'POST', path: `${path}/signers/${signers[0]!.id}/notification` });
  }

  /** Null while the service does not answer, or still holds the key for the request that was killed. */
  async function attempt(call: KeyedCall): Promise<Answer | null> {
    const answer = await send(call).catch(() => null);
    if (answer === null) unanswered++;
    if (answer === null || answer.status === 409) return null;
    if (answer.status >= 300) throw new Error(`${call.key}: ${answer.status} ${answer.text}`);
    return answer;
  }

  async function expectOneEffectEach(): Promise<void> {
    const rows = await dataSource.query<{ name: string; signers: number; links: number; events: string[] }[]>(
      `select original_document_name as name,
        (select count(*) from signature_signers g where g.signature_id = s.id) as signers,
        (select count(*) from signer_links l where l.signature_id = s.id) as links,
        (select array_agg(type order by number) from signature_audit_events e
          where e.signature_id = s.id and type not like 'email_%') as events
      from signatures s`,
    );
    const each = { signers: 1, links: 1, events: Object.values(CALLS) };
    const byName = new Map(rows.map(({ name, ...effects }) => [name, effects]));
    expect(rows).toHaveLength(JOURNEYS);
    for (let journey = 0; journey < JOURNEYS; journey++)
      expect(byName.get(`Journey ${journey}`)).toEqual(each);
  }
});
