import { type SharedTestApp, type TestOrganization } from './app.js';
import { textPdf } from './pdf-samples.js';
import { createDraft, SIGNATURES } from './samples.js';
import { ANNA, JONAS, visitorOf } from './signing-requests.js';
import { type SigningVisitor } from './signing-visitor.js';

const at = (page: number, x: number, y: number, width = 160, height = 18) => ({
  document: 1,
  ...{ page, x, y, width, height },
});
const tenant = { role: 'tenant' };
const square = (option: string, y: number) => ({ ...at(1, 60, y, 14, 14), option });

/** A lease with a field of each kind that is filled in on pages; the landlord's refer to those of the tenant. */
export const LEASE = {
  roles: [
    { key: 'tenant', order: 1 },
    { key: 'landlord', order: 2 },
  ],
  fields: [
    {
      ...{ ...tenant, key: 'note', kind: 'label', text: 'Please answer for the whole household.' },
      places: [at(1, 60, 120, 300)],
    },
    {
      ...{ ...tenant, key: 'rent', kind: 'number', label: 'Monthly rent', help: 'Without heating' },
      ...{ validation: { min: '100', decimals: 2, currency: 'EUR' }, places: [at(1, 60, 160)] },
    },
    {
      ...{ ...tenant, key: 'deposit', kind: 'formula', label: 'Deposit', formula: 'rent * 3' },
      ...{ validation: { decimals: 2, currency: 'EUR' }, places: [at(1, 300, 160)] },
    },
    { ...tenant, key: 'begins', kind: 'chosen_date', label: 'Begins on', places: [at(1, 60, 200)] },
    { ...tenant, key: 'married', kind: 'checkbox', label: 'Married', places: [at(1, 60, 240, 14, 14)] },
    {
      ...{ ...tenant, key: 'spouse', kind: 'text', label: 'Name of the spouse' },
      ...{ validation: { maxLength: 20 }, showIf: { field: 'married', is: true }, places: [at(1, 100, 240)] },
    },
    {
      ...{ ...tenant, key: 'pets', kind: 'checkboxes', label: 'Pets', validation: { max: 2 } },
      options: [
        { value: 'cat', label: 'Cat' },
        { value: 'dog', label: 'Dog' },
        { value: 'fish', label: 'Fish' },
      ],
      places: [square('cat', 280), square('dog', 300), square('fish', 320)],
    },
    {
      ...{ ...tenant, key: 'floor', kind: 'radio', label: 'Floor', required: false },
      options: [
        { value: 'low', label: 'Ground floor' },
        { value: 'high', label: 'Upper floor' },
      ],
      places: [square('low', 360), square('high', 380)],
    },
    {
      ...{ ...tenant, key: 'heard', kind: 'choice', label: 'Heard of us by', other: true, required: false },
      options: [
        { value: 'friend', label: 'A friend' },
        { value: 'sign', label: 'A sign' },
      ],
      places: [at(1, 60, 420)],
    },
    {
      ...{
        ...tenant,
        key: 'wishes',
        kind: 'text',
        label: 'Wishes',
        required: false,
        value: 'A parking place',
      },
      ...{ validation: { lines: 'many' }, places: [at(2, 60, 100, 240, 60)] },
    },
    { ...tenant, key: 'signed', kind: 'signature', places: [at(2, 60, 600, 200, 60)] },
    {
      ...{ key: 'petfee', role: 'landlord', kind: 'number', label: 'Fee for pets' },
      ...{ showIf: { field: 'pets', notEmpty: true }, places: [at(2, 60, 300)] },
    },
    { key: 'agreed', role: 'landlord', kind: 'signature', places: [at(2, 320, 600, 200, 60)] },
  ],
};

export interface FormRequest {
  path: string;
  id: number;
  tenant: SigningVisitor;
  landlord: SigningVisitor;
}

/** Sends a document of two pages with a form to Anna and Jonas, who sign in this order. */
export async function sendWithForm(
  test: SharedTestApp,
  { api, organizationId }: TestOrganization,
  { type = 'fast', form = LEASE, locale = 'en' }: { type?: string; form?: object; locale?: string } = {},
): Promise<FormRequest> {
  const id = await createDraft(api, { type });
  const path = `${SIGNATURES}/${id}`;
  await api.put(`${path}/document`, await textPdf(2), { headers: { 'content-type': 'application/pdf' } });
  const signers = { tenant: ANNA.email, landlord: JONAS.email };
  const defined = await api.put(`${path}/form`, { ...form, signers });
  if (defined.status !== 200) throw new Error(`The form was refused: ${JSON.stringify(defined.body)}`);
  const people = [
    { ...ANNA, order: 1, locale },
    { ...JONAS, order: 2, locale },
  ];
  const sent = await api.post(`${path}/send`, { signers: people });
  if (sent.status !== 200) throw new Error(`It was not sent: ${JSON.stringify(sent.body)}`);
  const ids = sent.body.signers.map((signer: { id: number }) => signer.id) as number[];
  const [first, second] = await Promise.all(ids.map((each) => visitorOf(test, organizationId, each)));
  return { id, path, tenant: first!, landlord: second! };
}
