import { type SharedTestApp, type TestOrganization } from './app.js';
import { textPdf } from './pdf-samples.js';
import { createDraft, SIGNATURES } from './samples.js';
import { type NewSigner, visitorOf } from './signing-requests.js';
import { shownOn, type SigningVisitor } from './signing-visitor.js';
import { type Seen } from './visitor.js';

export const TENANT: NewSigner = { email: 'tenant@signers.test', name: 'Anna Maria Eriksson', order: 1 };
export const LANDLORD: NewSigner = { email: 'landlord@signers.test', name: 'Jonas Brandt', order: 2 };

const at = (y: number, more: object = {}) => ({
  ...{ document: 1, page: 1, x: 72, y, width: 200, height: 18 },
  ...more,
});

/** A lease: a number and a formula, a condition on a checkbox, a choice, a value of the sender, and two signatures. */
export const LEASE = {
  roles: [
    { key: 'tenant', order: 1 },
    { key: 'landlord', order: 2 },
  ],
  fields: [
    { key: 'heading', kind: 'label', label: 'Heading', text: 'Terms of the lease', places: [at(80)] },
    {
      ...{ key: 'address', kind: 'text', role: 'tenant', label: 'Address', places: [at(110)] },
      ...{ readOnly: true, value: 'Lagerstraße 4' },
    },
    {
      ...{ key: 'rent', kind: 'number', role: 'tenant', label: 'Monthly rent', places: [at(140)] },
      validation: { min: '100', decimals: 2, currency: 'EUR' },
    },
    {
      ...{ key: 'married', kind: 'checkbox', role: 'tenant', label: 'Married' },
      places: [at(170, { width: 14, height: 14 })],
    },
    {
      ...{ key: 'spouse', kind: 'text', role: 'tenant', label: 'Spouse', places: [at(200)] },
      showIf: { field: 'married', is: true },
    },
    {
      ...{ key: 'deposit', kind: 'formula', role: 'tenant', label: 'Deposit', places: [at(230)] },
      ...{ formula: 'round(rent * 3, 2)', validation: { decimals: 2, currency: 'EUR' } },
    },
    {
      ...{ key: 'tenant_signs', kind: 'signature', role: 'tenant' },
      places: [at(280, { height: 50 })],
    },
    {
      ...{ key: 'heating', kind: 'choice', role: 'landlord', label: 'Heating', places: [at(350)] },
      options: [
        { value: 'gas', label: 'Natural gas' },
        { value: 'pump', label: 'Heat pump' },
      ],
    },
    {
      ...{ key: 'landlord_signs', kind: 'signature', role: 'landlord' },
      places: [at(400, { height: 50 })],
    },
  ],
  signers: { tenant: TENANT.email, landlord: LANDLORD.email },
};

/** LEASE with another field in place of the one with the same key, or one more. */
export function leaseWith(field: { key: string } & Record<string, unknown>) {
  const others = LEASE.fields.filter(({ key }) => key !== field.key);
  return { ...LEASE, fields: [...others, field] };
}

/** A draft with a document of two pages. @returns its path */
export async function draftWithDocument({ api }: TestOrganization, type = 'fast'): Promise<string> {
  const path = `${SIGNATURES}/${await createDraft(api, { type })}`;
  const headers = { 'content-type': 'application/pdf' };
  expect((await api.put(`${path}/document`, await textPdf(2), { headers })).status).toBe(200);
  return path;
}

export interface SentForm {
  id: number;
  path: string;
  tenant: SigningVisitor;
  landlord: SigningVisitor;
}

/** Sends a form to the tenant and the landlord. */
export async function sendForm(
  test: SharedTestApp,
  organization: TestOrganization,
  { form = LEASE, type = 'fast' }: { form?: object; type?: string } = {},
): Promise<SentForm> {
  const { api, organizationId } = organization;
  const path = await draftWithDocument(organization, type);
  const put = await api.put(`${path}/form`, form);
  if (put.status !== 200) throw new Error(`the form was answered with ${JSON.stringify(put.body)}`);
  const sent = await api.post(`${path}/send`, { signers: [TENANT, LANDLORD] });
  if (sent.status !== 200) throw new Error(`send was answered with ${JSON.stringify(sent.body)}`);
  const ids = (sent.body.signers as { id: number }[]).map(({ id }) => id);
  const [tenant, landlord] = await Promise.all(ids.map((id) => visitorOf(test, organizationId, id)));
  return { id: sent.body.id as number, path, tenant: tenant!, landlord: landlord! };
}

/** Fills in the form and signs: once on the last screen, which shows the form, and once after it. */
export async function signForm(visitor: SigningVisitor, entries: Record<string, string> = {}): Promise<Seen> {
  const shown = await visitor.sign(entries);
  const token = / name="formShown" value="([^"]*)"/.exec(shown.html)?.[1];
  return token === undefined ? shown : visitor.sign({ ...entries, formShown: token, shown: shownOn(shown) });
}
