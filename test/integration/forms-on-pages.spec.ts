import { RequestForms } from '../../src/signatures/form/request-forms.js';
import { type SharedTestApp, sharedTestApp, type TestOrganization } from '../support/app.js';
import { type FormRequest, sendWithForm } from '../support/form-signing.js';
import { LEASE } from '../support/request-forms.js';
import { type SigningVisitor } from '../support/signing-visitor.js';
import { type Seen } from '../support/visitor.js';

/** What a page without scripts sends of the tenant's part, before anything is filled in. */
const EMPTY = {
  entryLocale: 'en',
  formSeen: 'note rent deposit begins married pets floor heard wishes',
  'entry-rent': '',
  'entry-begins': '',
  'entry-married': '',
  'entry-spouse': '',
  'entry-pets': '',
  'entry-floor': '',
  'entry-heard': '',
  'entry-wishes': 'A parking place',
};
const FILLED = { ...EMPTY, 'entry-rent': '1234.50', 'entry-begins': '2026-3-1' };
const GO_ON = { continue: 'yes' };

const hiddenIn = ({ html }: Seen) =>
  Object.fromEntries(
    [...html.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)].map(([, name, sent]) => [
      name!,
      sent!,
    ]),
  );
const isHidden = ({ html }: Seen, key: string) =>
  new RegExp(`data-entry="${key}"[^>]* hidden`).test(html.replaceAll('&quot;', ''));

describe('a form on pages without scripts', () => {
  let test: SharedTestApp;
  let acme: TestOrganization;

  beforeAll(async () => {
    test = await sharedTestApp();
    acme = await test.createOrganization({ name: 'Meridian Notaries' });
  });

  const goOn = (visitor: SigningVisitor, fields: Record<string, string>) =>
    visitor.post('entries', { ...fields, ...GO_ON });

  const valuesOf = async ({ id }: FormRequest) => {
    const request = { id, organizationId: acme.organizationId };
    const form = await test.app.get(RequestForms, { strict: false }).of(test.dataSource.manager, request);
    return Object.fromEntries(form!.values);
  };

  async function signAs(visitor: SigningVisitor): Promise<Seen> {
    const screen = await visitor.get('consent');
    return visitor.post('consent', { ...hiddenIn(screen), agree: 'yes' });
  }

  it('asks step by step, keeps what was entered, and signs what the last screen showed', async () => {
    const request = await sendWithForm(test, acme);
    const { tenant, landlord } = request;
    const missing = await goOn(tenant, { ...EMPTY, 'entry-rent': '99', 'entry-begins': '2026-3-1' });
    expect(missing.status).toBe(400);
    expect(missing.html).toContain('Monthly rent: Enter 100.00\u00a0EUR or more.');
    expect(missing.html).toContain('value="99"');

    const married = { ...FILLED, 'entry-married-0': 'yes', 'entry-pets-0': 'yes' };
    const more = await goOn(tenant, married);
    expect(more.status).toBe(200);
    expect(more.html).toContain('Your answers lead to other fields.');
    expect(isHidden(more, 'spouse')).toBe(false);
    expect(more.html).not.toContain('Name of the spouse: ');
    expect(more.html).toContain('value="1234.50"');

    const seen = { ...married, formSeen: hiddenIn(more).formSeen! };
    const unnamed = await goOn(tenant, seen);
    expect(unnamed.html).toContain('Name of the spouse: Fill this in.');
    const named = await goOn(tenant, { ...seen, 'entry-spouse': 'Max' });
    expect(named).toMatchObject({ status: 303, location: '/consent' });

    const screen = await tenant.get('consent');
    expect(screen.html).toContain('1,234.50\u00a0EUR');
    expect(screen.html).toContain('3,703.50\u00a0EUR');
    expect(await signAs(tenant)).toMatchObject({ status: 303, location: '/done' });
    expect(await valuesOf(request)).toEqual({
      rent: '1234.5',
      deposit: '3703.5',
      begins: '2026-03-01',
      married: true,
      spouse: 'Max',
      pets: ['cat'],
      wishes: 'A parking place',
    });

    const theirs = await landlord.get('document');
    expect(theirs.html).toMatch(/Monthly rent[\s\S]*1,234\.50\u00a0EUR/);
    expect(isHidden(theirs, 'petfee')).toBe(false);
    expect(await landlord.get('consent')).toMatchObject({ status: 303, location: '/document?check' });
    expect(await goOn(landlord, { 'entry-petfee': '50', formSeen: 'petfee' })).toMatchObject({ status: 303 });
    expect(await signAs(landlord)).toMatchObject({ location: '/done' });
    expect(await valuesOf(request)).toMatchObject({ petfee: '50', rent: '1234.5' });
  });

  it('asks which number is meant where a language does not say, and takes the answer', async () => {
    const request = await sendWithForm(test, acme, { locale: 'de' });
    const typed = { ...FILLED, entryLocale: 'de', 'entry-rent': '1.234' };
    const asked = await goOn(request.tenant, typed);
    expect(asked.html).toContain('name="entry-rent-reading"');
    expect(asked.html).toContain('value="1.234"><span>1,234</span>');
    const wrong = await goOn(request.tenant, { ...typed, 'entry-rent-reading': '500' });
    expect(wrong.status).toBe(400);
    const decided = await goOn(request.tenant, { ...typed, 'entry-rent-reading': '1234' });
    expect(decided).toMatchObject({ status: 303 });
    await signAs(request.tenant);
    expect(await valuesOf(request)).toMatchObject({ rent: '1234', deposit: '3702' });
  });

  it('asks for another number where a later signer’s formula would have no result', async () => {
    const at = { document: 1, page: 2, x: 300, width: 80, height: 14 };
    const parts = { key: 'parts', kind: 'number', role: 'tenant', label: 'Parts', required: false };
    const share = { key: 'share', kind: 'formula', role: 'landlord', label: 'Share', formula: '100 / parts' };
    const fields = [
      { ...parts, places: [{ ...at, y: 600 }] },
      { ...share, places: [{ ...at, y: 640 }] },
    ];
    const { tenant } = await sendWithForm(test, acme, {
      form: { ...LEASE, fields: [...LEASE.fields, ...fields] },
    });
    const entered = { ...FILLED, formSeen: hiddenIn(await goOn(tenant, FILLED)).formSeen! };
    const refused = await goOn(tenant, { ...entered, 'entry-parts': '0' });
    expect(refused.status).toBe(400);
    expect(refused.html).toContain('Parts: “Share” cannot be calculated. Check this number.');
    expect(await goOn(tenant, { ...entered, 'entry-parts': '4' })).toMatchObject({ status: 303 });
    // Nothing divides by what is empty, and nobody has to have a result.
    expect(await goOn(tenant, { ...entered, 'entry-parts': '' })).toMatchObject({ status: 303 });
  });

  it('asks for another number where a later signer’s formula would have no room, and says how much', async () => {
    const at = { document: 1, page: 2, x: 300, y: 600, width: 24, height: 10 };
    const formula = 'rent * 1000000';
    const share = { key: 'share', kind: 'formula', role: 'landlord', label: 'Share', formula, places: [at] };
    const { tenant } = await sendWithForm(test, acme, {
      form: { ...LEASE, fields: [...LEASE.fields, share] },
    });
    const entered = { ...FILLED, formSeen: hiddenIn(await goOn(tenant, FILLED)).formSeen! };
    const refused = await goOn(tenant, { ...entered, 'entry-rent': '123456789' });
    expect(refused.status).toBe(400);
    expect(refused.html).toMatch(/Monthly rent: “Share” would be \d+ characters too long for its place/);
    const screen = hiddenIn(await tenant.get('consent'));
    const signed = await tenant.post('consent', { ...screen, agree: 'yes' });
    expect(signed.location).not.toBe('/done');
  });

  it('reads entries in the language in which they were made', async () => {
    const request = await sendWithForm(test, acme, { locale: 'en' });
    await goOn(request.tenant, { ...FILLED, entryLocale: 'nl', 'entry-rent': '1.234' });
    await signAs(request.tenant);
    expect(await valuesOf(request)).toMatchObject({ rent: '1234' });
  });

  it('drops what was entered into fields that are hidden, and says so', async () => {
    const request = await sendWithForm(test, acme);
    await goOn(request.tenant, { ...FILLED, 'entry-spouse': 'Max' });
    const screen = await request.tenant.get('consent');
    expect(screen.html).toMatch(/not kept:[\s\S]*Name of the spouse/);
    await signAs(request.tenant);
    expect(await valuesOf(request)).not.toHaveProperty('spouse');
  });

  it('shows the form again before it signs anything else than was shown', async () => {
    const request = await sendWithForm(test, acme);
    await goOn(request.tenant, FILLED);
    const screen = hiddenIn(await request.tenant.get('consent'));
    for (const change of [{ 'entry-rent': '200' }, { formShown: '' }] as Record<string, string>[]) {
      const again = await request.tenant.post('consent', { ...screen, ...change, agree: 'yes' });
      expect(again.status).toBe(200);
      expect(again.html).toContain('The form is not the same');
    }
    const unfilled = await request.tenant.post('consent', { ...screen, 'entry-rent': '', agree: 'yes' });
    expect(unfilled.status).toBe(400);
    expect(await valuesOf(request)).toEqual({});
  });

  it('signs a form that has changed since only once the signer has seen that', async () => {
    const request = await sendWithForm(test, acme);
    const { tenant } = request;
    await goOn(tenant, FILLED);
    const screen = hiddenIn(await tenant.get('consent'));
    // Meanwhile, another window leads to another field.
    const married = { 'entry-married-0': 'yes', 'entry-spouse': 'Max' };
    const changed = await tenant.post('consent', { ...screen, ...married, agree: 'yes' });
    expect([changed.status, changed.html.includes('The form is not the same')]).toEqual([200, true]);
    expect(changed.html).toMatch(/Name of the spouse[\s\S]*Max/);
    expect(await valuesOf(request)).toEqual({});
    const events = 'select type from signature_audit_events where signature_id = $1 and type = any($2)';
    const recorded = () => test.dataSource.query(events, [request.id, ['consent', 'signed']]);
    expect(await recorded()).toEqual([]);

    const seen = hiddenIn(changed);
    expect(seen.formShown).not.toBe(screen.formShown);
    // What the first screen said is no statement about this one, and nobody else's is.
    const stale = await tenant.post('consent', { ...seen, formShown: screen.formShown!, agree: 'yes' });
    expect(stale.html).toContain('The form is not the same');
    expect(await tenant.post('consent', { ...seen, agree: 'yes' })).toMatchObject({ location: '/done' });
    expect(await valuesOf(request)).toMatchObject({ married: true, spouse: 'Max' });
    expect(await recorded()).toHaveLength(2);
  });

  it('refuses what cannot be drawn, and keeps nothing of other signers’ fields', async () => {
    const request = await sendWithForm(test, acme);
    const odd = { ...FILLED, 'entry-wishes': '\u{13000}', 'entry-petfee': '7' };
    const refused = await goOn(request.tenant, odd);
    expect(refused.html).toContain('Wishes: This contains letters of the script');
    await goOn(request.tenant, { ...odd, 'entry-wishes': '' });
    await signAs(request.tenant);
    expect(Object.keys(await valuesOf(request)).sort()).toEqual(['begins', 'deposit', 'married', 'rent']);
  });
});
