import { startTestApp, type TestApp, type TestOrganization } from '../support/app.js';
import { BULK_SENDS, CSV, emptyBulkSend } from '../support/bulk-sends.js';
import { signedIn } from '../support/dashboard-member.js';
import { startProcess } from '../support/live-processes.js';
import { Mailbox } from '../support/mailbox.js';
import { readersOf, type ShownRecipient } from '../support/recipients.js';
import { SIGNATURES } from '../support/samples.js';
import { visitorOf } from '../support/signing-requests.js';
import { RENT_TEMPLATE } from '../support/templates.js';
import { until } from '../support/until.js';
import { wordsOfPage } from '../support/words-of-page.js';

/** A tenant who signs once the legal department has approved, while others read and get copies. */
const TEMPLATE = {
  ...RENT_TEMPLATE,
  roles: [
    { key: 'tenant', name: 'Tenant', action: 'sign', order: 2 },
    { key: 'legal', name: 'Legal', action: 'approve', order: 1 },
    { key: 'board', name: 'Board', action: 'approve', order: 1 },
    { key: 'works', name: 'Works council', action: 'view', order: 1 },
    { key: 'archive', name: 'Archive', action: 'copy', order: 3 },
  ],
};
const HEADER =
  'reference,tenant.email,tenant.name,legal.email,Board.name,board.email,works.email,archive.email,rent';

interface Row {
  reference?: string;
  tenant?: string;
  legal?: string;
  board?: string;
  archive?: string;
}
const line = (at: number, { reference = `r${at}`, tenant = `t${at}@signers.test`, ...others }: Row = {}) => {
  const {
    legal = `legal${at}@readers.test`,
    board = `board${at}@readers.test`,
    archive = 'archive@readers.test',
  } = others;
  const people = [tenant, `Tenant ${at}`, legal, `Board ${at}`, board, `works${at}@readers.test`, archive];
  return [reference, ...people, 1_000 + at].join(',');
};
const file = (lines: readonly string[]) => Buffer.from([HEADER, ...lines].join('\r\n'));
const rows = (count: number) => file(Array.from({ length: count }, (_, at) => line(at)));

/** Refuses one approver as the database refuses data that are wrong. */
const REFUSE = `
  create function refuse_recipient() returns trigger language plpgsql as $$
    begin
      if new.email = 'legal1@readers.test' then raise exception 'refused' using errcode = '23514'; end if;
      return new;
    end $$;
  create trigger refuse_recipient before insert on request_recipients for each row execute function refuse_recipient()`;
const ACCEPT = 'drop trigger refuse_recipient on request_recipients; drop function refuse_recipient()';

describe('bulk sends of a template with recipients', () => {
  let test: TestApp;
  let mailbox: Mailbox;
  let acme: TestOrganization;

  beforeAll(async () => {
    mailbox = await Mailbox.start();
    test = await startTestApp({ smtpUrl: mailbox.url });
  });
  afterAll(async () => {
    await test?.close();
    await mailbox?.stop();
  });
  beforeEach(async () => {
    acme = await test.createOrganization({ name: 'Acme' });
    mailbox.mails.length = 0;
  });

  const upload = async (bytes: Buffer, given: object = {}) => {
    const path = await emptyBulkSend(acme, given, TEMPLATE);
    const { status, body } = await acme.api.put(`${path}/rows`, bytes, CSV);
    expect({ status, body }).toMatchObject({ status: 200 });
    return { path, body };
  };
  const reached = (path: string, state: string) =>
    until(`the bulk send is ${state}`, async () => {
      const { body } = await acme.api.get(path);
      return body.state === state ? body : null;
    });
  const started = async (path: string, state = 'finished') => {
    expect((await acme.api.post(`${path}/start`, {})).status).toBe(200);
    return reached(path, state);
  };
  const requestsOf = async (path: string) =>
    ((await acme.api.get(`${path}/rows`)).body.items as { signatureId: number }[]).map(
      ({ signatureId }) => signatureId,
    );
  const recipientsOf = async (id: number) =>
    (await acme.api.get(`${SIGNATURES}/${id}/recipients`)).body.items as ShownRecipient[];
  const faultsIn = (body: { faults: { row: number; code: string; column: string }[] }) =>
    body.faults.map(({ row, code, column }) => [row, code, column]);
  const mailTo = (email: string, words: RegExp) =>
    until(`a mail to ${email} arrives`, async () =>
      mailbox.mails.find(
        (mail) => mail.recipients.includes(email) && words.test(`${mail.subject}\n${mail.text}`),
      ),
    );

  it('give each request its approvers, readers and copies, whose turns are those of the roles', async () => {
    const { path } = await upload(rows(3));
    expect((await started(path)).counts).toMatchObject({ created: 3, failed: 0 });
    const [, second] = (await requestsOf(path)) as [number, number];
    expect(await recipientsOf(second)).toMatchObject([
      { email: 'legal1@readers.test', action: 'approve', order: 1, when: 'turn', status: 'pending' },
      { email: 'board1@readers.test', name: 'Board 1', action: 'approve', order: 1, status: 'pending' },
      { email: 'works1@readers.test', action: 'view', order: 1, status: 'pending' },
      { email: 'archive@readers.test', action: 'copy', order: 3, toldAt: null, status: 'pending' },
    ]);
    for (const name of ['legal', 'board']) await mailTo(`${name}1@readers.test`, /asks you to approve/);
    await mailTo('works1@readers.test', /asks you to read/);
    await mailTo('t1@signers.test', /^Your lease\n/);
    expect(mailbox.mails.flatMap(({ recipients }) => recipients)).not.toContain('archive@readers.test');

    const { organizationId } = acme;
    const readers = await readersOf(test, { organizationId, id: second });
    const { body } = await acme.api.get(`${SIGNATURES}/${second}`);
    const tenant = await visitorOf(test, organizationId, body.signers[0].id);
    expect((await tenant.sign()).location).toBe('');
    for (const reader of readers.slice(0, 2)) await reader.post('approve', { agree: 'yes' });
    await mailTo('t1@signers.test', /Everyone before you has done their part/);
    expect((await recipientsOf(second)).map(({ status }) => status)).toEqual([
      ...['approved', 'approved', 'pending', 'pending'],
    ]);
    expect((await recipientsOf((await requestsOf(path))[0]!)).map(({ status }) => status)).not.toContain(
      'approved',
    );
    const results = String((await acme.api.get(`${path}/results.csv`)).body);
    expect(results.split('\r\n')[2]).toContain('"created"');
  });

  it('need an address for each of them, of which one may sign and approve but not approve twice', async () => {
    const both = 't1@signers.test';
    const { body } = await upload(
      file([
        line(0, { legal: '' }),
        line(1, { legal: both }),
        line(2, { board: 'Legal2@Readers.test' }),
        line(3, { archive: 'nobody' }),
      ]),
    );
    expect(faultsIn(body)).toEqual([
      [1, 'role_missing', 'legal.email'],
      [3, 'recipient_repeated', 'board.email'],
      [4, 'value_invalid', 'archive.email'],
    ]);
    expect(body.counts).toMatchObject({ valid: 1, invalid: 3 });
    expect((body.faults as { message: string }[]).map(({ message }) => message)).toEqual([
      'legal.email is missing: the template needs this role',
      "board.email repeats legal.email with the same action 'approve'",
      'archive.email must be an email address',
    ]);
  });

  it('name a missing column of an approver', async () => {
    const path = await emptyBulkSend(acme, {}, TEMPLATE);
    const given = Buffer.from(
      'tenant.email,board.email,works.email,archive.email\r\na@b.test,b@b.test,c@b.test,d@b.test',
    );
    const { body } = await acme.api.put(`${path}/rows`, given, CSV);
    expect(body).toMatchObject({ code: 'column_missing', details: [{ field: 'legal.email' }] });
  });

  it('warn of an address that several rows have, and refuse a reference that they have', async () => {
    const { path, body } = await upload(
      file([line(0), line(1, { legal: 'legal0@readers.test' }), line(2, { reference: 'r1' }), line(0)]),
    );
    expect(faultsIn(body).sort()).toEqual([
      [1, 'reference_repeated', 'reference'],
      [2, 'reference_repeated', 'reference'],
      [3, 'reference_repeated', 'reference'],
      [4, 'reference_repeated', 'reference'],
    ]);
    const { body: listed } = await acme.api.get(`${path}/rows`);
    const warned = (listed.items as { warnings: { code: string; column: string }[] }[]).map(({ warnings }) =>
      warnings.map(({ code, column }) => [code, column]),
    );
    expect(warned).toEqual([
      [],
      [
        ['address_repeated', 'legal.email'],
        ['address_repeated', 'archive.email'],
      ],
      [['address_repeated', 'archive.email']],
      [['row_repeated', null]],
    ]);
  });

  it('make the other requests of a batch if a recipient cannot be stored, and nothing of that one', async () => {
    const { path } = await upload(rows(4));
    await test.dataSource.query(REFUSE);
    const { counts } = await started(path);
    await test.dataSource.query(ACCEPT);
    expect(counts).toMatchObject({ created: 3, failed: 1 });
    const left = async (table: string) =>
      (
        await test.dataSource.query<[{ n: number }]>(
          `select count(*)::integer as n from ${table} where organization_id = $1`,
          [acme.organizationId],
        )
      )[0].n;
    expect([
      await left('signatures'),
      await left('request_recipients'),
      await left('recipient_links'),
    ]).toEqual([...[3, 12, 12]]);
    await acme.api.post(`${path}/retry`, {});
    expect((await reached(path, 'finished')).counts).toMatchObject({ created: 4, failed: 0 });
    expect(await left('request_recipients')).toBe(16);
  });

  it('forget an approver who is erased before their row is sent', async () => {
    const { path } = await upload(rows(2));
    const { PersonalData } = await import('../../src/personal-data/personal-data.js');
    const data = test.app.get(PersonalData, { strict: false });
    const { organizationId, userId } = acme;
    const person = { organizationId, email: 'legal1@readers.test' };
    expect(await data.erase(person, { organizationId, userId, address: '127.0.0.1' })).toMatchObject({
      bulkRows: 1,
    });
    expect((await started(path)).counts).toMatchObject({ created: 1, cancelled: 1 });
  });

  it('show at the dashboard what everyone in a row does', async () => {
    const owner = await signedIn(test, acme);
    const { path } = await upload(file([line(0), line(1, { board: 'legal1@readers.test' })]));
    const page = path.replace(BULK_SENDS, 'bulk-sends');
    const check = wordsOfPage((await owner.get(`${page}/check`)).html);
    expect(check).toContain('board.email');
    expect(check).toContain('Repeats legal.email with the same action');
    const preview = wordsOfPage((await owner.get(`${page}/preview`)).html);
    expect(preview).toMatch(/Legal · Approves first legal0@readers\.test/);
    expect(preview).toMatch(/Archive · Gets a copy archive@readers\.test/);
  });
});

describe('bulk sends of a template with recipients, beside a process that does not know these', () => {
  it('wait, and go on after it', async () => {
    const test = await startTestApp();
    const older = await startProcess(test.database, 2);
    const { api } = await test.createOrganization({ name: 'Acme' });
    const path = await emptyBulkSend({ api }, {}, TEMPLATE);
    const reached = (state: string) =>
      until(`the bulk send is ${state}`, async () => {
        const { body } = await api.get(path);
        return body.state === state ? body : null;
      });
    await api.put(`${path}/rows`, rows(2), CSV);
    await api.post(`${path}/start`, {});
    expect(await reached('paused')).toMatchObject({
      pausedBecause: 'processes_outdated',
      counts: { created: 0, valid: 2 },
    });
    await older.close();
    await api.post(`${path}/resume`, {});
    expect((await reached('finished')).counts).toMatchObject({ created: 2 });
    await test.close();
  });
});
