import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PROJECT_ROOT } from '../../src/platform/config/paths.js';
import { sharedTestApp, type TestOrganization } from '../support/app.js';
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

const fieldOf = ({ definition }: Converted, key: string) =>
  definition.fields.find((each) => each.key === key);

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

  it('keeps values, rules and conditions', async () => {
    const converted = await convert('docuseal', DOCUSEAL_TEMPLATE);
    expect(fieldOf(converted, 'first_name')).toMatchObject({
      value: 'Ann',
      validation: { pattern: '[A-Za-z ]+' },
    });
    expect(fieldOf(converted, 'first_name_2')).toMatchObject({
      value: 'Office',
      readOnly: true,
      role: 'office',
    });
    expect(fieldOf(converted, 'house_number')).toMatchObject({ validation: { min: '1', max: '9999' } });
    expect(fieldOf(converted, 'cell_code')).toMatchObject({ kind: 'text', validation: { cells: 5 } });
    expect(fieldOf(converted, 'size')).toMatchObject({
      kind: 'radio',
      value: 'L',
      places: [{ option: 'S' }, { option: 'L' }],
    });
    expect(fieldOf(converted, 'favourite_blue')).toMatchObject({
      showIf: {
        all: [
          {
            any: [
              { field: 'colors', includes: 'Blue' },
              { field: 'house_number', gt: '100' },
            ],
          },
          { not: { field: 'first_child', is: 'Boy' } },
        ],
      },
    });
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
    expect(converted.definition.fields).toHaveLength(DOCUMENSO_TEMPLATE.fields.length - 2);
    expect(converted.leftOut).toEqual([
      { field: 'Helper', why: 'there is no role like ASSISTANT here' },
      { field: 'Rent', why: 'the format 123,456,789.00: set decimals, unit or currency' },
      { field: 'Remark', why: 'its recipient was left out' },
      { field: 'Remark', why: 'it has no place in the documents that were uploaded' },
    ]);
  });

  it('keeps values and rules', async () => {
    const converted = await convert('documenso', DOCUMENSO_TEMPLATE);
    expect(fieldOf(converted, 'rent')).toMatchObject({
      ...{ value: '1200', readOnly: true, validation: { min: '100', max: '5000' } },
    });
    expect(fieldOf(converted, 'remark')).toMatchObject({
      ...{ help: 'Anything else?', value: 'None', validation: { maxLength: 80 } },
    });
    expect(fieldOf(converted, 'address')).toMatchObject({ kind: 'text', validation: { format: 'email' } });
    expect(fieldOf(converted, 'heating')).toMatchObject({ kind: 'radio', value: 'Gas' });
    expect(fieldOf(converted, 'pets')).toMatchObject({ value: ['Cat'], validation: { max: 2 } });
    expect(fieldOf(converted, 'agreed')).toMatchObject({ kind: 'checkbox', value: true });
    expect(fieldOf(converted, 'floor')).toMatchObject({ kind: 'choice', value: '2' });
  });
});

describe('a template of DocuSign', () => {
  it('becomes a template here, with every tab converted or named', async () => {
    const converted = await convert('docusign', DOCUSIGN_TEMPLATE);
    const tabs = DOCUSIGN_TEMPLATE.recipients.signers.flatMap((signer) => Object.values(signer.tabs).flat());
    expect(converted.definition.fields).toHaveLength(tabs.length - 3);
    expect(converted.leftOut).toEqual([
      { field: 'Archive', why: 'people of carbonCopies are not converted' },
      { field: 'Anchored', why: "it is at the words '/sig/': place it in the editor" },
      { field: 'Pets', why: 'its boxes are converted one by one: put them together as checkboxes' },
      { field: 'Approve', why: 'there is no kind like approveTabs here' },
    ]);
  });

  it('keeps values, rules, conditions and formulas', async () => {
    const converted = await convert('docusign', DOCUSIGN_TEMPLATE);
    expect(fieldOf(converted, 'spouse')).toMatchObject({
      ...{ validation: { maxLength: 60 }, showIf: { field: 'married', is: true } },
    });
    expect(fieldOf(converted, 'company')).toMatchObject({ value: 'Mill Ltd', readOnly: true });
    expect(fieldOf(converted, 'deposit')).toMatchObject({ kind: 'formula', formula: 'rent * 3' });
    expect(fieldOf(converted, 'rent')).toMatchObject({ required: true, validation: { min: '100' } });
    expect(fieldOf(converted, 'household')).toMatchObject({ kind: 'radio', value: 'one' });
    expect(fieldOf(converted, 'postal_code')).toMatchObject({ validation: { format: 'postal_code:US' } });
  });
});
