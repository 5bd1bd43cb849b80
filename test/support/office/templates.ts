import { type TestOrganization } from '../app.js';
import { draftTemplate, LEASE_TEMPLATE, PEOPLE, publishedTemplate } from '../templates.js';

/** Templates, by what their pages show. */
export interface TemplatesOfOffice {
  /** With two versions, and a request made from it. */
  used: number;
  /** With faults of every kind that keeps it from being published. */
  faulty: number;
  archived: number;
}

export async function makeTemplates(organization: TestOrganization): Promise<TemplatesOfOffice> {
  const { api } = organization;
  const idOf = (path: string) => Number(path.split('/').at(-1));
  const change = async (path: string, definition: object) => {
    const { body } = await api.get(`${path}/definition`);
    await api.put(`${path}/definition`, { ...definition, revision: body.revision });
  };
  const used = await publishedTemplate(organization);
  await api.post(`${used}/send`, { roles: PEOPLE });
  const [first, ...others] = LEASE_TEMPLATE.fields;
  const renamed = { ...first, label: 'Monthly rent without heating' };
  await change(used, { ...LEASE_TEMPLATE, fields: [renamed, ...others] });
  await api.post(`${used}/publish`, { note: 'The rent is without heating' });
  const faulty = await draftTemplate(organization);
  const roles = [...LEASE_TEMPLATE.roles, { key: 'agent', name: 'Agent', action: 'approve', order: 3 }];
  const places = [{ document: 1, page: 9, x: 72, y: 72, width: 100, height: 40 }];
  const beyond = {
    key: 'beyond',
    kind: 'signature',
    role: 'tenant',
    label: 'On a page that is gone',
    places,
  };
  await change(faulty, { ...LEASE_TEMPLATE, roles, fields: [...LEASE_TEMPLATE.fields, beyond] });
  const archived = await publishedTemplate(organization);
  await api.delete(archived);
  return { used: idOf(used), faulty: idOf(faulty), archived: idOf(archived) };
}
