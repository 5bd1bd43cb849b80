import { type TestOrganization } from '../app.js';
import { checkedBulkSend, emptyBulkSend, rentRows } from '../bulk-sends.js';
import { type DashboardMember } from '../dashboard-member.js';
import { until } from '../until.js';

/** Bulk sends in every state, by their numbers. */
export interface BulkSendsOfOffice {
  empty: string;
  /** About whose file its sender is asked. */
  asked: string;
  /** Whose columns mean nothing yet. */
  unmapped: string;
  /** With faults and warnings. */
  faulty: string;
  right: string;
  finished: string;
  paused: string;
}

const FAULTY = [
  'reference;tenant.email;tenant.name;rent',
  'A-1;anna@signers.test;Anna Maria Eriksson;1200',
  'A-2;<anna@signers.test>;Anna Maria Eriksson;1200',
  'A-3;nobody;Jonas Brandt;1.23E+11',
  'A-3;;Jonas Brandt;a lot',
  'A-4;jonas@signers.test;Jonas Brandt',
].join('\r\n');

export async function makeBulkSends(
  acme: TestOrganization,
  owner: DashboardMember,
): Promise<BulkSendsOfOffice> {
  const numberOf = (path: string) => path.split('/').at(-1)!;
  const started = async (path: string, state: string) => {
    await acme.api.post(`${path}/start`, {});
    await until(`it is ${state}`, async () => (await acme.api.get(path)).body.state === state);
    return numberOf(path);
  };
  const uploaded = async (name: string, bytes: Buffer) => {
    const path = await emptyBulkSend(acme, { name });
    await owner.upload(`bulk-sends/${numberOf(path)}/upload`, {}, { name: 'rents.csv', bytes });
    return numberOf(path);
  };
  const bulkSends = {
    empty: numberOf(await emptyBulkSend(acme)),
    asked: await uploaded('Asked', Buffer.from('tenant.email;tenant.name\r\na@b.test;Jos\xe9\r\n', 'latin1')),
    unmapped: await uploaded('Unmapped', Buffer.from('Mail;Miete\r\na@b.test;1.234,50\r\n')),
    faulty: await uploaded('With faults', Buffer.from(FAULTY)),
    right: numberOf(await checkedBulkSend(acme, rentRows(1_200))),
    finished: await started(await checkedBulkSend(acme, rentRows(3)), 'finished'),
  };
  const archived = await checkedBulkSend(acme, rentRows(4));
  const { templateId } = (await acme.api.get(archived)).body as { templateId: number };
  await acme.api.delete(`/api/v1/templates/${templateId}`);
  return { ...bulkSends, paused: await started(archived, 'paused') };
}
