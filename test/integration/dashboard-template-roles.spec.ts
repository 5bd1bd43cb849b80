import { sharedTestApp } from '../support/app.js';
import { signedIn } from '../support/dashboard-member.js';
import { draftTemplate } from '../support/templates.js';

it('adds, moves and removes rows without a script, and saves nothing by that', async () => {
  const test = await sharedTestApp();
  const acme = await test.createOrganization();
  const owner = await signedIn(test, acme);
  const path = await draftTemplate(acme);
  const page = path.replace('/api/v1/', '');
  const more = await owner.send(`${page}/roles`, {
    'person-0': 'Tenant',
    'key-0': 'tenant',
    more: 'yes',
    type: 'fast',
  });
  expect(more.status).toBe(200);
  expect(more.html).toContain('name="person-1"');
  const two = { 'person-0': 'Tenant', 'key-0': 'tenant', 'person-1': 'Owner', 'key-1': 'owner' };
  const { html } = await owner.send(`${page}/roles`, { ...two, more: 'yes' });
  // What the button leads to takes the focus: an input, which is there once it was pressed.
  expect((await owner.get(`${page}/roles`)).html).toContain('formaction="roles#person-2"');
  expect(html).toContain('id="person-2" name="person-2"');
  for (const [act, row] of [
    ['down', '0'],
    ['up', '1'],
  ] as const) {
    const moved = await owner.send(`${page}/roles`, { ...two, [act]: row });
    expect(moved.html).toMatch(/id="person-0"[^>]*value="Owner"[^]*id="person-1"[^>]*value="Tenant"/);
  }
  const less = await owner.send(`${page}/roles`, {
    'person-0': 'Tenant',
    'key-0': 'tenant',
    remove: '0',
  });
  expect(less.html).not.toContain('value="Tenant"');
  expect((await acme.api.get(`${path}/definition`)).body.roles).toHaveLength(2);
});
