import { type MigrationInterface } from 'typeorm';
import { type ChainedEvent, hashOfEvent, verifyChain } from '../../src/audit-chain/audit-chain.js';
import { loadMigrations } from '../../src/platform/database/migrate.js';
import { Transactions } from '../../src/platform/database/transactions.js';
import { SignatureAudit } from '../../src/signatures/signature-audit.js';
import { startTestApp, type TestApp, type TestOrganization } from '../support/app.js';
import { createDraft } from '../support/samples.js';
import { trailOf } from '../support/trails.js';

const RECORDERS = 20;
const SIGNER = 7;

describe('the audit chain in the database', () => {
  let test: TestApp;
  let acme: TestOrganization;

  beforeAll(async () => {
    test = await startTestApp();
    acme = await test.createOrganization();
  });
  afterAll(() => test.close());

  /** Records an event in its own transaction. */
  const record = (signatureId: number, data: Record<string, unknown>, signerId?: number) =>
    test.app.get(Transactions).run((tx) =>
      test.app.get(SignatureAudit, { strict: false }).record(tx, {
        organizationId: acme.organizationId,
        signatureId,
        signerId,
        type: 'downloaded',
        data,
      }),
    );

  /** A request with three events. */
  async function requestWithTrail(): Promise<{ id: number; events: ChainedEvent[] }> {
    const id = await createDraft(acme.api);
    await record(id, { document: 'original' });
    await record(id, { document: 'original' }, SIGNER);
    return { id, events: await trailOf(test.dataSource, id) };
  }

  it('hashes the first event in SQL the same way as in code', async () => {
    const [created, ...others] = await trailOf(test.dataSource, await createDraft(acme.api));
    expect(others).toEqual([]);
    expect(created).toMatchObject({ type: 'created', number: 1, previous: null, signerId: null });
    expect(created!.data).toEqual({
      apiKeyId: expect.any(Number),
      ip: '127.0.0.1',
      userAgent: expect.any(String),
    });
    expect(created!.hash).toBe(hashOfEvent(created!));
  });

  it('numbers events and links them to the previous one, whatever their data', async () => {
    const id = await createDraft(acme.api);
    const data = {
      text: 'quotes " \\ / and \b\f\n\r\t\u0001\u007f, Ünïcödé, 漢字, 😀, \u2028',
      numbers: [0, -1, 1.5, 0.1, 1e-7, 1e21, 9007199254740991, 333333333.3333333],
      nested: { b: { z: null, a: true }, a: [] },
      'ключ "ü"': {},
    };
    await record(id, data);
    await record(id, {});
    const events = await trailOf(test.dataSource, id);
    expect(events.map(({ number }) => number)).toEqual([1, 2, 3]);
    expect(events[1]!.data).toEqual(data);
    expect(verifyChain(events)).toEqual({ isWhole: true, head: events[2]!.hash, firstBroken: null });
  });

  it('the API returns the chain in a form from which it can be recomputed', async () => {
    const { id, events } = await requestWithTrail();
    const { body } = await acme.api.get(`/api/v1/signatures/${id}/audit-trail`);
    const recomputed = (body.items as Record<string, unknown>[]).map(
      ({ type, createdAt, signerId = null, number, previous, hash, ...data }) =>
        ({ createdAt, data, hash, number, previous, signatureId: id, signerId, type }) as ChainedEvent,
    );
    expect(recomputed).toEqual(events);
    expect(verifyChain(recomputed).isWhole).toBe(true);
  });

  it(`numbers events from ${RECORDERS} concurrent writers without gaps`, async () => {
    const id = await createDraft(acme.api);
    await Promise.all(Array.from({ length: RECORDERS }, (_none, recorder) => record(id, { recorder })));
    const events = await trailOf(test.dataSource, id);
    expect(events.map(({ number }) => number)).toEqual(
      Array.from({ length: RECORDERS + 1 }, (_none, index) => index + 1),
    );
    expect(verifyChain(events).isWhole).toBe(true);
    expect(new Set(events.slice(1).map(({ data }) => data.recorder)).size).toBe(RECORDERS);
  });

  it('refuses an event for another organization’s request', async () => {
    const other = await test.createOrganization();
    const id = await createDraft(other.api);
    await expect(record(id, {})).rejects.toThrow('no such signature request');
    expect(await trailOf(test.dataSource, id)).toHaveLength(1);
  });

  it.each([
    "update signature_audit_events set type = 'signed'",
    'update signature_audit_events set data = data where false',
    'delete from signature_audit_events',
    'truncate signature_audit_events',
  ])('refuses to change the audit chain: %s', async (statement) => {
    const { id, events } = await requestWithTrail();
    await expect(test.dataSource.query(statement)).rejects.toThrow('signature_audit_events is only added to');
    expect(await trailOf(test.dataSource, id)).toEqual(events);
  });

  it.each<[column: string, value: string]>([
    ['organization_id', '-1'],
    ['signature_id', '-number'],
    ['signer_id', 'coalesce(signer_id, 0) + 1'],
    ['type', "type || 'x'"],
    ['data', `data || '{"ip": "192.0.2.1"}'`],
    ['created_at', "created_at + interval '1 millisecond'"],
    ['number', 'number + 100'],
    ['previous', "sha256('another')"],
    ['hash', "sha256('another')"],
  ])('detects a change of %s forced past the database, in any row', async (column, value) => {
    for (const number of [1, 2, 3]) {
      const { id, events } = await requestWithTrail();
      await forced(`update signature_audit_events set ${column} = ${value}
        where signature_id = ${id} and number = ${number}`);
      const { isWhole, head } = verifyChain(await trailOf(test.dataSource, id));
      // Events cut off at the end can only be detected by comparing the head with a copy kept elsewhere.
      expect(isWhole && head === events[2]!.hash).toBe(false);
    }
    await forced('delete from signature_audit_events where signature_id < 0 or organization_id < 0');
  });

  it('the chain includes events recorded before it was introduced', async () => {
    const { id } = await requestWithTrail();
    const other = await createDraft(acme.api);
    const migration = await migrationOf('ChainAuditEvents1700000000008');
    const later = await migrationOf('ErasePeople1700000000062');
    const runner = test.dataSource.createQueryRunner();
    try {
      await later.down(runner);
      await migration.down(runner);
      await runner.query(
        `insert into signature_audit_events (organization_id, signature_id, signer_id, type, data)
        values ($1, $2, $3, 'signed', $4)`,
        [
          acme.organizationId,
          id,
          SIGNER,
          {
            userAgent: 'a "b" \\ \n ü 😀',
            consent: { version: '1', locale: 'en' },
            attempt: 2,
            none: null,
            on: true,
          },
        ],
      );
      await migration.up(runner);
      await later.up(runner);
    } finally {
      await runner.release();
    }
    const events = await trailOf(test.dataSource, id);
    expect(events.map(({ type }) => type)).toEqual(['created', 'downloaded', 'downloaded', 'signed']);
    expect(verifyChain(events).isWhole).toBe(true);
    expect(verifyChain(await trailOf(test.dataSource, other)).isWhole).toBe(true);
  });

  /** Does what only a database administrator can do. */
  async function forced(statement: string): Promise<void> {
    await test.dataSource.query(`begin; set local session_replication_role = replica; ${statement}; commit`);
  }

  async function migrationOf(migrationName: string): Promise<MigrationInterface> {
    const Migration = (await loadMigrations()).find(({ name }) => name === migrationName);
    return new Migration!();
  }
});
