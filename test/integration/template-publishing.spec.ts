import { type SharedTestApp, sharedTestApp, type TestOrganization } from '../support/app.js';
import { draftTemplate, LEASE_TEMPLATE } from '../support/templates.js';

describe('publishing templates', () => {
  let test: SharedTestApp;
  let acme: TestOrganization;

  beforeAll(async () => {
    test = await sharedTestApp();
    acme = await test.createOrganization({ name: 'Acme' });
  });

  const refusalsOf = async (definition: object) => {
    const { body } = await acme.api.post(`${await draftTemplate(acme, definition)}/publish`, {});
    return (body.details as { code: string; field: string }[]).map(({ code, field }) => `${code} ${field}`);
  };

  it('refuses what sending would refuse, and names everything at once', async () => {
    const conditional = LEASE_TEMPLATE.fields.map((field) =>
      field.kind === 'signature' ? { ...field, showIf: { field: 'married', is: true } } : field,
    );
    const note = (key: string, more: object = {}) => ({
      ...{ key, kind: 'text', role: 'tenant' },
      places: [{ document: 1, page: 2, x: 300, y: 700, width: 60, height: 20, ...more }],
    });
    const fields = [
      ...conditional,
      ...['a', 'b', 'c'].map((key) => note(key)),
      note('lost', { document: 2 }),
    ];
    const options = { ...LEASE_TEMPLATE.options, type: 'advanced' };
    expect(await refusalsOf({ ...LEASE_TEMPLATE, options, fields })).toEqual([
      ...conditional.flatMap(({ kind }, at) =>
        kind === 'signature' ? [`condition_on_signature fields[${at}].showIf`] : [],
      ),
      `template_document_missing fields[${fields.length - 1}].places[0].document`,
      `fields_overlap fields[${fields.length - 3}].places[0]`,
      `fields_overlap fields[${fields.length - 2}].places[0]`,
    ]);
  });

  it('refuses to hand over what cannot be handed over', async () => {
    const options = { ...LEASE_TEMPLATE.options, type: 'in_person', allowHandOver: true };
    expect(await refusalsOf({ ...LEASE_TEMPLATE, options })).toEqual([
      'template_not_sendable options.allowHandOver',
    ]);
  });

  it('says of texts that have no room by how many characters they are too long', async () => {
    const notice = {
      ...{ key: 'notice', kind: 'label', text: 'W'.repeat(200) },
      places: [{ document: 1, page: 2, x: 300, y: 700, width: 60, height: 10 }],
    };
    const fields = [...LEASE_TEMPLATE.fields, notice];
    expect(await refusalsOf({ ...LEASE_TEMPLATE, fields })).toEqual([
      `entry_does_not_fit fields[${fields.length - 1}].text`,
    ]);
  });
});
