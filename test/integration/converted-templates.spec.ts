import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PROJECT_ROOT } from '../../src/platform/config/paths.js';
import { sharedTestApp, type TestOrganization } from '../support/app.js';
import { DOCUMENSO_FIELDS, DOCUSEAL_FIELDS, DOCUSIGN_FIELDS } from '../support/converted-fields.js';
import { DOCUMENSO_TEMPLATE, DOCUSEAL_TEMPLATE, DOCUSIGN_TEMPLATE } from '../support/foreign-templates.js';
import { draftTemplate } from '../support/templates.js';

interface Converted {
  definition: { revision: number; roles: object[]; fields: ({ key: string; label?: string } & object)[] };
  leftOut: { field: string; why: string }[];
}

let acme: TestOrganization;
let folder: string;
/** The path of a template with a document of two pages. */
let path: string;

beforeEach(async () => {
  acme = await (await sharedTestApp()).createOrganization();
  folder = mkdtempSync(join(tmpdir(), 'countersign-converted-'));
  path = await draftTemplate(acme);
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Converts a template for the draft, saves its definition, and publishes it. */
async function convert(service: string, template: object): Promise<Converted> {
  const { body: draft } = await acme.api.get(`${path}/definition`);
  const files = { template, draft };
  for (const [name, content] of Object.entries(files))
    writeFileSync(join(folder, name), JSON.stringify(content));
  const args = ['scripts/convert-template.mjs', service, join(folder, 'template'), join(folder, 'draft')];
  const converted = JSON.parse(
    execFileSync(process.execPath, args, { cwd: PROJECT_ROOT, encoding: 'utf8', stdio: 'pipe' }),
  ) as Converted;
  const saved = await acme.api.put(`${path}/definition`, converted.definition);
  expect({ status: saved.status, problems: saved.body.problems ?? saved.body.details }).toEqual({
    ...{ status: 200, problems: [] },
  });
  expect((await acme.api.post(`${path}/publish`, {})).status).toBe(200);
  return converted;
}

/** What decides what is filled in, with places to a tenth of a point. */
function fieldsOf({ definition }: Converted): Record<string, unknown> {
  const rounded = (value: unknown): unknown =>
    typeof value === 'number' ? Math.round(value * 10) / 10 : value;
  const text = JSON.stringify(definition.fields, (_, value: unknown) => rounded(value));
  return Object.fromEntries((JSON.parse(text) as { key: string }[]).map(({ key, ...field }) => [key, field]));
}
const expected = (fields: Record<string, object>) =>
  fieldsOf({
    ...{ leftOut: [] },
    definition: {
      ...{ revision: 0, roles: [] },
      fields: Object.entries(fields).map(([key, field]) => ({ key, ...field })),
    },
  });

describe('a template of DocuSeal', () => {
  it('becomes a template here, with every field converted or named', async () => {
    const converted = await convert('docuseal', DOCUSEAL_TEMPLATE);
    const names = converted.definition.fields.map(({ label }) => label);
    const told = converted.leftOut.map(({ field }) => field);
    for (const { name } of DOCUSEAL_TEMPLATE.fields) expect([...names, ...told]).toContain(name);
    expect(converted.definition.fields).toHaveLength(DOCUSEAL_TEMPLATE.fields.length - 1);
    expect(converted.leftOut).toEqual([
      { field: 'House number', why: 'the format usd: set decimals, unit or currency' },
      {
        field: 'Colors',
        why: 'the ticked options were drawn as one text, and are boxes one below another here',
      },
      { field: 'Stamp', why: 'the service made the stamp, and the signer gives one here' },
      { field: 'Payment', why: 'payments are not made here' },
    ]);
  });

  it('keeps kind, place, value, options, rules and conditions of each field', async () => {
    const converted = await convert('docuseal', DOCUSEAL_TEMPLATE);
    expect(fieldsOf(converted)).toEqual(expected(DOCUSEAL_FIELDS));
  });

  it('is converted by no guess where a condition is unknown', async () => {
    const conditions = [{ field_uuid: 'f1', action: 'sounds_like', value: 'x' }];
    const fields = DOCUSEAL_TEMPLATE.fields.with(0, { ...DOCUSEAL_TEMPLATE.fields[0]!, conditions } as never);
    await expect(convert('docuseal', { ...DOCUSEAL_TEMPLATE, fields })).rejects.toThrow(/sounds_like/);
  });
});

describe('a template of Documenso', () => {
  it('becomes a template here, with every field converted or named', async () => {
    const converted = await convert('documenso', DOCUMENSO_TEMPLATE);
    expect(converted.definition.roles).toEqual([
      { key: 'tenant', name: 'Tenant', action: 'sign', order: 1 },
      { key: 'office_example_test', name: 'office@example.test', action: 'sign', order: 2 },
      { key: 'manager', name: 'Manager', action: 'approve', order: 3 },
      { key: 'archive', name: 'Archive', action: 'copy', order: 4 },
    ]);
    expect(converted.definition.fields).toHaveLength(DOCUMENSO_TEMPLATE.fields.length - 3);
    expect(converted.leftOut).toEqual([
      { field: 'Helper', why: 'there is no role like ASSISTANT here' },
      { field: 'Rent', why: 'the format 123,456,789.00: set decimals, unit or currency' },
      { field: 'Remark', why: 'its recipient was left out' },
      { field: 'Remark', why: 'it has no place in the documents that were uploaded' },
      { field: 'Approved in', why: 'only those who sign fill in fields here' },
    ]);
  });

  it('keeps kind, place, value, options and rules of each field', async () => {
    const converted = await convert('documenso', DOCUMENSO_TEMPLATE);
    expect(fieldsOf(converted)).toEqual(expected(DOCUMENSO_FIELDS));
  });

  it('has nobody wait where all sign at the same time', async () => {
    const documentMeta = { signingOrder: 'PARALLEL' };
    const { definition } = await convert('documenso', { ...DOCUMENSO_TEMPLATE, documentMeta });
    expect(definition.roles.map((role) => (role as { order: number }).order)).toEqual([1, 1, 1, 1]);
  });
});

describe('a template of DocuSign', () => {
  it('becomes a template here, with every person and tab converted or named', async () => {
    const converted = await convert('docusign', DOCUSIGN_TEMPLATE);
    const tabs = DOCUSIGN_TEMPLATE.recipients.signers.flatMap((signer) => Object.values(signer.tabs).flat());
    expect(converted.definition.roles).toEqual([
      { key: 'tenant', name: 'Tenant', action: 'sign', order: 1 },
      { key: 'landlord', name: 'Landlord', action: 'sign', order: 2 },
      { key: 'archive', name: 'Archive', action: 'copy', order: 3 },
      { key: 'auditor', name: 'Auditor', action: 'view', order: 3 },
    ]);
    expect(converted.definition.fields).toHaveLength(tabs.length - 3);
    expect(converted.leftOut).toEqual([
      { field: 'Assistant', why: 'people of agents are not converted' },
      { field: 'Anchored', why: "it is at the words '/sig/': place it in the editor" },
      {
        field: 'Children',
        why: "it repeats the value of 'children': make its place another place of that field",
      },
      { field: 'Place', why: "its condition on 'Signature', which has no value here" },
      { field: 'Rent', why: 'it is an amount of money: set its currency and decimals' },
      { field: 'Title', why: 'it is locked and empty: give it a value, or nobody needs it' },
      { field: 'Number', why: 'its value is not concealed here' },
      { field: 'Pets', why: 'its boxes are converted one by one: put them together as checkboxes' },
      { field: 'Approve', why: 'there is no kind like approveTabs here' },
    ]);
  });

  it('keeps kind, place, value, options, rules, conditions and formulas of each tab', async () => {
    const converted = await convert('docusign', DOCUSIGN_TEMPLATE);
    expect(fieldsOf(converted)).toEqual(expected(DOCUSIGN_FIELDS));
  });
});
