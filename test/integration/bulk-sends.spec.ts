import { PersonalData } from '../../src/personal-data/personal-data.js';
import { type SharedTestApp, sharedTestApp, type TestOrganization } from '../support/app.js';
import {
  BULK_SENDS,
  checkedBulkSend,
  CSV,
  emptyBulkSend,
  heldBatch,
  heldBulkSend,
  rentRows,
} from '../support/bulk-sends.js';
import { SIGNATURES } from '../support/samples.js';
import { RENT_TEMPLATE } from '../support/templates.js';
import { until } from '../support/until.js';

describe('bulk sends', () => {
  let test: SharedTestApp;
  let acme: TestOrganization;

  beforeAll(async () => {
    test = await sharedTestApp();
  });
  beforeEach(async () => {
    acme = await test.createOrganization({ name: 'Acme' });
  });

  const upload = (path: string, rows: string | Buffer, query = '') =>
    acme.api.put(`${path}/rows${query}`, Buffer.from(rows), CSV);
  const countsOf = async (path: string) => (await acme.api.get(path)).body.counts;
  const ended = (path: string) =>
    until('the bulk send has finished', async () => {
      const { body } = await acme.api.get(path);
      return body.state === 'finished' ? body : null;
    });

  it('read, check, start and send a file, and report each row', async () => {
    const path = await emptyBulkSend(acme);
    expect((await acme.api.get(path)).body).toMatchObject({
      state: 'empty',
      version: 1,
      counts: { rows: 0 },
    });
    const put = await upload(path, rentRows(3));
    expect(put.status).toBe(200);
    expect(put.body).toMatchObject({
      ...{ state: 'checked', format: 'csv', encoding: 'utf-8', delimiter: ',', faults: [] },
      counts: { rows: 3, valid: 3, invalid: 0 },
    });
    expect((await acme.api.get(SIGNATURES)).body.total).toBe(0);
    const started = await acme.api.post(`${path}/start`, {});
    expect(started.status).toBe(200);
    const finished = await ended(path);
    expect(finished.counts).toMatchObject({ rows: 3, valid: 0, created: 3, failed: 0 });
    const { body: rows } = await acme.api.get(`${path}/rows`);
    expect(rows.total).toBe(3);
    expect(rows.items[1]).toMatchObject({ number: 2, line: 3, reference: 'r1', state: 'created' });
    const { body: request } = await acme.api.get(`${SIGNATURES}/${rows.items[1].signatureId}`);
    expect(request).toMatchObject({ status: 'created', signers: [{ email: 't1@signers.test' }] });
    const { body: trail } = await acme.api.get(`${SIGNATURES}/${request.id}/audit-trail`);
    expect(trail.items[0].bulk).toMatchObject({ row: 2, rowSha256: expect.stringMatching(/^[0-9a-f]{64}$/) });
    const results = String((await acme.api.get(`${path}/results.csv`)).body);
    expect(results.split('\r\n')[2]).toBe(`2,3,"r1","created",${request.id},"created",""`);
  });

  it('name values that have no room before anything is sent', async () => {
    const at = { document: 1, page: 1, x: 300, y: 600, width: 60, height: 10 };
    const note = { key: 'note', kind: 'text', role: 'tenant', places: [at] };
    const path = await emptyBulkSend(acme, {}, { ...RENT_TEMPLATE, fields: [...RENT_TEMPLATE.fields, note] });
    const rows = ['tenant.email,note', 'a@signers.test,Short', `b@signers.test,${'W'.repeat(200)}`];
    const { body } = await upload(path, rows.join('\r\n'));
    expect(body).toMatchObject({
      counts: { valid: 1, invalid: 1 },
      faults: [{ code: 'entry_does_not_fit', row: 2, line: 3, column: 'note' }],
    });
  });

  it('forget a person who is erased before their row is sent', async () => {
    const path = await checkedBulkSend(acme, rentRows(3));
    const person = { organizationId: acme.organizationId, email: 'T1@signers.test' };
    const data = test.app.get(PersonalData, { strict: false });
    const actor = { organizationId: acme.organizationId, userId: acme.userId, address: '127.0.0.1' };
    expect(await data.examine(person)).toMatchObject({ bulkRows: 1, requests: [] });
    const names: string[] = [];
    for await (const { name, bytes } of await data.export(person, actor)) {
      names.push(name);
      if (name.startsWith('bulk-sends/')) expect(JSON.parse(String(bytes))).toMatchObject({ rent: '1001' });
    }
    expect(names).toContainEqual(expect.stringMatching(/^bulk-sends\/\d+-2\.json$/));
    expect(await data.erase(person, actor)).toMatchObject({ bulkRows: 1 });
    expect(await data.examine(person)).toMatchObject({ bulkRows: 0 });
    const kept = await test.dataSource.query<{ number: number }[]>(
      'select number from bulk_send_rows where organization_id = $1 and sealed is not null order by number',
      [acme.organizationId],
    );
    expect(kept.map(({ number }) => number)).toEqual([1, 3]);
    await acme.api.post(`${path}/start`, {});
    expect((await ended(path)).counts).toMatchObject({ created: 2, cancelled: 1 });
  });

  it('name every fault with its line, and give them back as a file that can be corrected', async () => {
    const path = await emptyBulkSend(acme);
    const rows = [
      'reference;tenant.email;tenant.name;rent',
      'a;one@signers.test;One;1000',
      'a;two@signers.test;=Two;1200',
      'b;nobody;Three;many',
      'c;;Four;1,23E+11',
      'd;five@signers.test;Five',
    ].join('\r\n');
    const { body } = await upload(path, rows, '?delimiter=%3B');
    const found = body.faults.map(({ row, line, code, column }: Record<string, unknown>) => [
      row,
      line,
      code,
      column,
    ]);
    expect(body.counts).toMatchObject({ rows: 5, valid: 0, invalid: 5 });
    expect(found).toEqual(
      expect.arrayContaining([
        [1, 2, 'reference_repeated', 'reference'],
        [2, 3, 'reference_repeated', 'reference'],
        [3, 4, 'value_invalid', 'tenant.email'],
        [3, 4, 'value_invalid', 'rent'],
        [4, 5, 'role_missing', 'tenant.email'],
        [4, 5, 'row_looks_rounded', 'rent'],
        [5, 6, 'row_columns', null],
      ]),
    );
    expect(found).toHaveLength(7);
    const { body: start } = await acme.api.post(`${path}/start`, {});
    expect(start.code).toBe('rows_invalid');
    const text = String((await acme.api.get(`${path}/errors.csv`)).body);
    expect(text).toContain(`"'=Two"`);
    const corrected = text.split('\r\n').slice(0, 3).join('\r\n').replace('"a"', '"e"');
    const again = await upload(path, corrected);
    expect(again.body).toMatchObject({ counts: { rows: 2, valid: 2 }, delimiter: ',' });
    await acme.api.post(`${path}/start`, {});
    await ended(path);
    const { body: sent } = await acme.api.get(SIGNATURES);
    expect(sent.items.map(({ signers }: { signers: { name: string }[] }) => signers[0]!.name).sort()).toEqual(
      ['=Two', 'One'],
    );
  });

  it('send the rows without faults if the others are to be left out', async () => {
    const path = await emptyBulkSend(acme, { onInvalid: 'skip' });
    await upload(path, `${rentRows(2)}\r\nr9,nobody,N,1`);
    expect((await acme.api.post(`${path}/start`, {})).status).toBe(200);
    expect((await ended(path)).counts).toMatchObject({ rows: 3, created: 2, invalid: 1 });
  });

  it('ask for what a file does not say, and keep the rows of before', async () => {
    const path = await checkedBulkSend(acme);
    const refused = await upload(path, Buffer.from('tenant.email;tenant.name\na@b.test;Jos\xe9\n', 'latin1'));
    expect(refused.body.code).toBe('encoding_unclear');
    expect(await countsOf(path)).toMatchObject({ rows: 3 });
    const read = await upload(
      path,
      Buffer.from('tenant.email;tenant.name\na@b.test;Jos\xe9\n', 'latin1'),
      '?encoding=windows-1252',
    );
    expect(read.body).toMatchObject({ encoding: 'windows-1252', counts: { rows: 1, valid: 1 } });
  });

  it('take columns of any name if they are told what they mean', async () => {
    const path = await emptyBulkSend(acme);
    const columns = encodeURIComponent(JSON.stringify({ Mail: 'tenant.email', Miete: 'values.rent' }));
    const rows = 'Mail;Miete;Bemerkung\na@b.test;1.234,50;x\n';
    const put = await upload(path, rows, `?decimalMark=,&columns=${columns}`);
    expect(put.body.columns).toEqual([
      { column: 'Mail', target: 'tenant.email' },
      { column: 'Miete', target: 'values.rent' },
      { column: 'Bemerkung', target: null },
    ]);
    expect((await upload(path, rows)).body.code).toBe('column_missing');
  });

  it('read NDJSON, and JSON as a file', async () => {
    const path = await emptyBulkSend(acme);
    const row = JSON.stringify({ reference: 'a', 'tenant.email': 'a@b.test', rent: 12.5 });
    const lines = await acme.api.put(`${path}/rows`, Buffer.from(`${row}\n`), {
      headers: { 'content-type': 'application/x-ndjson' },
    });
    expect(lines.body).toMatchObject({ format: 'ndjson', counts: { valid: 1 } });
    const form = new FormData();
    form.set('file', new Blob([`[${row}, {"tenant.email": "b", "rent": "x"}]`]), 'rows.json');
    const array = await acme.api.put(`${path}/rows?format=json`, form);
    expect(array.body).toMatchObject({ format: 'json', counts: { valid: 1, invalid: 1 } });
  });

  it('pause, resume and cancel, and refuse what does not fit their state', async () => {
    const path = await checkedBulkSend(acme, rentRows(400));
    const codeOf = async (act: string) => (await acme.api.post(`${path}/${act}`, {})).body.code;
    expect(await codeOf('pause')).toBe('bulk_not_running');
    expect(await codeOf('resume')).toBe('bulk_not_paused');
    const id = path.split('/').at(-1)!;
    const letGo = await heldBulkSend(test.dataSource, id);
    expect((await acme.api.post(`${path}/start`, {})).body.state).toBe('running');
    expect((await upload(path, rentRows(1))).body.code).toBe('bulk_running');
    const paused = await acme.api.post(`${path}/pause`, {});
    expect(paused.body.state).toBe('paused');
    expect(paused.body.counts).toMatchObject({ created: 0, valid: 400 });
    await letGo();
    expect((await upload(path, rentRows(1))).body.code).toBe('bulk_started');
    const goOn = await heldBatch(test.dataSource, id, 350);
    expect((await acme.api.post(`${path}/resume`, {})).body.state).toBe('running');
    await until('it goes on', async () => (await countsOf(path)).created === 300);
    const cancelling = acme.api.post(`${path}/cancel`, {});
    await goOn();
    const cancelled = await cancelling;
    expect(cancelled.body.state).toBe('cancelled');
    const { counts } = cancelled.body;
    expect(counts.created + counts.cancelled).toBe(400);
    expect((await acme.api.get(SIGNATURES)).body.total).toBe(counts.created);
    expect(await codeOf('start')).toBe('bulk_cancelled');
    expect(await codeOf('retry')).toBe('bulk_cancelled');
  });

  it('refuse the same rows within a day unless that is confirmed', async () => {
    const first = await checkedBulkSend(acme);
    await acme.api.post(`${first}/start`, {});
    await ended(first);
    const second = await checkedBulkSend(acme);
    expect((await acme.api.post(`${second}/start`, {})).body.code).toBe('rows_repeated');
    expect((await acme.api.post(`${second}/start`, { confirmRepeated: true })).status).toBe(200);
    await ended(second);
  });

  it('start once, however often and by however many they are started', async () => {
    const path = await checkedBulkSend(acme, rentRows(30));
    const starts = await Promise.all(Array.from({ length: 8 }, () => acme.api.post(`${path}/start`, {})));
    expect(starts.filter(({ status }) => status === 200)).toHaveLength(1);
    await ended(path);
    expect((await acme.api.get(SIGNATURES)).body.total).toBe(30);
  });

  it('are nobody else’s', async () => {
    const path = await checkedBulkSend(acme);
    const other = await test.createOrganization({ name: 'Other' });
    for (const each of ['', '/rows', '/errors.csv', '/results.csv'])
      expect((await other.api.get(path + each)).status).toBe(404);
    for (const act of ['start', 'pause', 'resume', 'cancel', 'retry'])
      expect((await other.api.post(`${path}/${act}`, {})).status).toBe(404);
    expect((await other.api.put(`${path}/rows`, Buffer.from(rentRows(1)), CSV)).status).toBe(404);
    expect((await other.api.get(BULK_SENDS)).body.total).toBe(0);
  });

  it('pause when the template is archived, with the reason', async () => {
    const path = await checkedBulkSend(acme);
    const { templateId } = (await acme.api.get(path)).body;
    await acme.api.delete(`/api/v1/templates/${templateId}`);
    await acme.api.post(`${path}/start`, {});
    const paused = await until('it pauses', async () => {
      const { body } = await acme.api.get(path);
      return body.state === 'paused' ? body : null;
    });
    expect(paused).toMatchObject({ pausedBecause: 'template_archived', counts: { valid: 3, created: 0 } });
  });

  it('describe the columns of a template in a file that is read as it is', async () => {
    const path = await emptyBulkSend(acme);
    const { templateId } = (await acme.api.get(path)).body;
    const text = String((await acme.api.get(`/api/v1/templates/${templateId}/rows.csv`)).body);
    expect(text).toContain('"reference","tenant.email","tenant.name","tenant.locale","values.rent"');
    expect((await upload(path, text)).body.counts).toMatchObject({ valid: 1, invalid: 0 });
  });
});
