import { type DashboardMember } from '../dashboard-member.js';
import { textPdf } from '../pdf-samples.js';

/** Requests being made by hand. */
export interface DraftsOfOffice {
  /** With a document of many pages, signers, and fields on every page. */
  prepared: number;
  /** The same with a single page. */
  short: number;
  /** With a document only. */
  begun: number;
  /** With a second document. */
  several: number;
}

const MANY_PAGES = 12;
const FIELDS_A_PAGE = 5;
const SIGNERS = [
  ['lukasz.wozniak@signers.test', 'Łukasz Woźniak'],
  ['anna@signers.test', 'Anna Maria Eriksson'],
  ['jonas@signers.test', 'Jonas Brandt'],
] as const;
const SUBJECT = 'The lease of the house at the harbour';
const MESSAGE = 'Dear all,\r\n\r\nplease read the lease and sign it until Friday.\r\n\r\nKind regards';

export async function makeDrafts(owner: DashboardMember): Promise<DraftsOfOffice> {
  const begin = async (pages: number) => {
    const lease = { name: 'Umowa najmu – Lease agreement 2031.pdf', bytes: await textPdf(pages) };
    const { location } = await owner.upload('signatures/new', { type: 'fast', documentName: '' }, lease);
    return Number(/^\/signatures\/(\d+)\/signers$/.exec(location!)![1]);
  };
  const prepare = async (pages: number) => {
    const id = await begin(pages);
    const page = `signatures/${id}`;
    await owner.send(`${page}/signers`, { ...signersForm(), subject: SUBJECT, message: MESSAGE });
    const { location } = await owner.send(`${page}/fields`, { fields: JSON.stringify(fields(pages)) });
    if (location !== `/${page}/check`) throw new Error(`the fields led to ${location}`);
    return id;
  };
  const several = await prepare(1);
  const annex = {
    name: 'Załącznik nr 2 – Rules of the house for tenants and their guests.pdf',
    bytes: await textPdf(2),
  };
  await owner.upload(`signatures/${several}/documents`, {}, annex);
  return { prepared: await prepare(MANY_PAGES), short: await prepare(1), begun: await begin(1), several };
}

const signersForm = (): Record<string, string> =>
  Object.fromEntries(
    SIGNERS.flatMap(([email, name], index) => [
      [`email-${index}`, email],
      [`person-${index}`, name],
      [`order-${index}`, String(index + 1)],
    ]),
  );

/** Fields of every kind on every page, in a column. */
function fields(pages: number): object[] {
  const kinds = ['signature', 'date', 'text', 'checkbox', 'initials'];
  return Array.from({ length: pages * FIELDS_A_PAGE }, (_, index) => {
    const kind = kinds[index % FIELDS_A_PAGE]!;
    return {
      kind,
      signerEmail: SIGNERS[index % SIGNERS.length]![0],
      page: 1 + Math.floor(index / FIELDS_A_PAGE),
      x: 72,
      y: 120 + 100 * (index % FIELDS_A_PAGE),
      width: kind === 'checkbox' ? 16 : 180,
      height: kind === 'checkbox' ? 16 : 40,
      label: kind === 'text' ? 'Number of keys handed over' : '',
      required: true,
    };
  });
}
