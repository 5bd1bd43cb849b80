import { type DashboardMember } from './dashboard-member.js';
import { textPdf } from './pdf-samples.js';
import { ANNA, JONAS } from './signing-requests.js';

/** The screens that its first signer sees. */
export const SCREENS = 'invitation not-your-turn your-turn landing code document identity consent done'.split(
  ' ',
);
const BOX = { page: 1, x: 72, y: 600, width: 180, height: 48, required: true };

/**
 * A request that a member prepared by hand, with `text` in every text field. Its first signer sees every screen.
 * @returns its id
 */
export async function hostileDraft(member: DashboardMember, text: string): Promise<string> {
  const lease = { name: 'a.pdf', bytes: await textPdf(1) };
  const { location } = await member.upload('signatures/new', { type: 'advanced', documentName: text }, lease);
  const page = /signatures\/\d+/.exec(location!)![0];
  await member.send(`${page}/signers`, {
    'email-0': ANNA.email,
    'person-0': text,
    'order-0': '2',
    'email-1': JONAS.email,
    'person-1': text,
    subject: text,
    message: text,
    senderName: text,
    requireVerification: 'yes',
  });
  const fields = [{ ...BOX, kind: 'text', label: text, signerEmail: ANNA.email }];
  const placed = await member.send(`${page}/fields`, { fields: JSON.stringify(fields) });
  if (placed.location !== `/${page}/check`) throw new Error(`the fields led to ${placed.location}`);
  return page.split('/')[1]!;
}
