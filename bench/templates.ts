import 'reflect-metadata';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type INestApplicationContext } from '@nestjs/common';
import { Client } from 'pg';
import { withDatabase } from '../scripts/with-database.js';
import { ApiLimit } from '../src/auth/api-throttler.guard.js';
import { createApp } from '../src/configure-app.js';
import { PdfService } from '../src/pdf/pdf.service.js';
import { TextFonts } from '../src/pdf/text-fonts.js';
import { type Settings } from '../src/platform/config/settings.js';
import { migrate } from '../src/platform/database/migrate.js';
import { PinoLogger } from '../src/platform/logging/pino-logger.js';
import { OfficeConverter } from '../src/platform/office/office-converter.js';
import { builtForm, widget } from '../test/support/built-forms.js';
import { textPdf } from '../test/support/pdf-samples.js';
import { LANDLORD, LEASE, TENANT } from '../test/support/request-forms.js';
import { LEASE_TEMPLATE, PEOPLE } from '../test/support/templates.js';
import { uploadOf } from '../test/support/uploads.js';
import { API_KEY, seedRest } from './rest/seed-rest.js';
import { benchSettings } from './support/bench-settings.js';
import { median } from './support/median.js';
import { count, printMachine, printTable } from './support/report.js';

// Sending from a template, compared with making and sending a request like it by hand, in turn; importing a PDF form of
// 500 fields; and listing templates. Over loopback, from a process that runs no jobs.

const SENDS = count('Requests sent in each way', 60, 3);
const IMPORTS = count('Imports, each in new processes and then in those', 12, 2);
const TEMPLATES = count('Templates in the organization', 10_000, 500);
const LISTS = count('Samples of each list', 200, 10);
const FIELDS = 500;
/** Fields in a row; the page is 300 points wide and 400 high. */
const COLUMNS = 20;
const SIGNATURES = 100;

/** Calls the interface. @throws Error for anything but success */
class Caller {
  constructor(private readonly base: string) {}

  async call<Answer>(method: string, path: string, body?: object): Promise<Answer> {
    const isForm = body instanceof FormData;
    const answer = await fetch(`${this.base}/api/v1/${path}`, {
      method,
      headers: { 'x-api-key': API_KEY, ...(body && !isForm && { 'content-type': 'application/json' }) },
      body: body && (isForm ? body : JSON.stringify(body)),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path} was answered with ${answer.status}: ${text}`);
    return JSON.parse(text) as Answer;
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

const pdfForm = (pdf: Buffer) => {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(pdf)], { type: 'application/pdf' }), 'Lease.pdf');
  return form;
};

async function publishedTemplate(api: Caller, pdf: Buffer): Promise<string> {
  const { id } = await api.call<{ id: number }>('POST', 'templates', { name: 'Lease' });
  const path = `templates/${id}`;
  const { revision } = await api.call<{ revision: number }>('PUT', `${path}/documents/1`, pdfForm(pdf));
  await api.call('PUT', `${path}/definition`, { ...LEASE_TEMPLATE, revision });
  await api.call('POST', `${path}/publish`, {});
  return path;
}

/** Milliseconds to make and send a request by hand; its upload and its form are not counted. */
async function sendByHand(api: Caller, pdf: Buffer): Promise<number> {
  let id = 0;
  const making = await timed(async () => {
    const draft = {
      ...{ type: 'fast', originalDocumentName: 'Lease.pdf' },
      ...{ originalDocumentType: 'application/pdf', originalDocumentExtension: 'pdf' },
    };
    ({ id } = await api.call<{ id: number }>('POST', 'signatures', draft));
  });
  await api.call('PUT', `signatures/${id}/document`, pdfForm(pdf));
  await api.call('PUT', `signatures/${id}/form`, LEASE);
  const signers = [TENANT, LANDLORD];
  const details = { signers, subject: 'Your lease' };
  return making + (await timed(() => api.call('POST', `signatures/${id}/send`, details)));
}

async function compareSends(api: Caller): Promise<string[]> {
  const pdf = await textPdf(2);
  const template = await publishedTemplate(api, pdf);
  const own: number[] = [];
  const byHand: number[] = [];
  // The first of each is slower than any later one.
  for (let round = -1; round < SENDS; round++) {
    const sent = await timed(() => api.call('POST', `${template}/send`, { roles: PEOPLE }));
    const peer = await sendByHand(api, pdf);
    if (round < 0) continue;
    own.push(sent);
    byHand.push(peer);
  }
  const ratios = own.map((each, round) => each / byHand[round]!);
  return [
    median(own).toFixed(1),
    median(byHand).toFixed(1),
    median(ratios).toFixed(2),
    `${Math.min(...ratios).toFixed(2)} – ${Math.max(...ratios).toFixed(2)}`,
  ];
}

function formOfFields(): Buffer {
  const rectangle = (index: number) => {
    const [left, bottom] = [5 + 14 * (index % COLUMNS), 5 + 15 * Math.floor(index / COLUMNS)];
    return `${left} ${bottom} ${left + 12} ${bottom + 12}`;
  };
  return builtForm(
    Array.from({ length: FIELDS }, (_, index) => widget(`/FT /Tx /T (f${index})`, rectangle(index))),
  );
}

/** Seconds to import a form in processes that start for it, and once more in the same ones. */
async function importTimes(): Promise<{ cold: number[]; warm: number[] }> {
  const form = formOfFields();
  const times: { cold: number[]; warm: number[] } = { cold: [], warm: [] };
  for (let round = 0; round < IMPORTS; round++) {
    const pdf = new PdfService(new OfficeConverter({} as Settings), new TextFonts({} as Settings));
    for (const kind of ['cold', 'warm'] as const)
      times[kind].push(
        await timed(async () => {
          const found = await pdf.importForm(uploadOf(form), { tenant: 1 });
          if (!found.ok) throw new Error(`the form was refused as ${found.code}`);
        }),
      );
    pdf.onApplicationShutdown();
  }
  return times;
}

const SEED = `
  insert into templates (organization_id, name, description, definition, latest_version, created_by_user_id, created_at,
    updated_at, archived_at)
  select u.organization_id, 'Lease ' || n, 'Flats in house ' || n % 97, '{"roles":[],"fields":[],"options":{}}',
    nullif(n % 3, 0), u.id, app_now() - n * interval '1 minute', app_now() - (n * 7919 % 10007) * interval '1 minute',
    case when n % 5 = 0 then app_now() end
  from generate_series(1, $1::integer) n, (select organization_id, id from users order by id limit 1) u`;

const FILTERS = [
  'limit=50',
  'limit=50&sortBy=name&sortOrder=asc',
  'limit=50&sortBy=createdAt&sortOrder=desc',
  'limit=50&state=published',
  'limit=50&state=archived',
  'limit=50&q=house+42',
  'limit=50&q=nothing+like+it',
  'limit=50&skip=7000',
];

async function listTimes(api: Caller): Promise<string[][]> {
  const rows: string[][] = [];
  for (const filter of FILTERS) {
    const times: number[] = [];
    for (let sample = -3; sample < LISTS; sample++) {
      const time = await timed(() => api.call('GET', `templates?${filter}`));
      if (sample >= 0) times.push(time);
    }
    times.sort((a, b) => a - b);
    rows.push([filter, median(times).toFixed(1), times[Math.floor(times.length * 0.95)]!.toFixed(1)]);
  }
  return rows;
}

async function withService<Result>(url: string, work: (api: Caller) => Promise<Result>): Promise<Result> {
  const dataDir = await mkdtemp(join(tmpdir(), 'countersign-bench-'));
  const settings = benchSettings(url, dataDir);
  const app = await createApp(settings, url, new PinoLogger(settings.logLevel));
  Object.assign((app as INestApplicationContext).get(ApiLimit), { requests: Number.MAX_SAFE_INTEGER });
  await app.listen(0, '127.0.0.1');
  const { port } = app.getHttpServer().address() as AddressInfo;
  try {
    return await work(new Caller(`http://127.0.0.1:${port}`));
  } finally {
    await app.close();
    await rm(dataDir, { recursive: true });
  }
}

async function seedTemplates(url: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(SEED, [TEMPLATES]);
  await client.query('analyze templates');
  await client.end();
}

const imports = await importTimes();
await withDatabase(async (url) => {
  await migrate(url);
  await seedRest(url, SIGNATURES);
  const sends = await withService(url, compareSends);
  await seedTemplates(url);
  const lists = await withService(url, listTimes);
  printMachine();
  printTable(['sent from a template, ms', 'by hand, ms', 'ratio, median of rounds', 'min – max'], [sends]);
  console.log('');
  const slowest = (times: number[]) => Math.max(...times).toFixed(0);
  printTable(
    [`import of ${FIELDS} fields, ms`, 'median', 'slowest'],
    (['cold', 'warm'] as const).map((kind) => [
      kind,
      median(imports[kind]).toFixed(0),
      slowest(imports[kind]),
    ]),
  );
  console.log('');
  printTable([`list of ${TEMPLATES} templates, ms`, 'median', '95th percentile'], lists);
});
