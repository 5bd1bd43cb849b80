import { type DashboardMember } from '../dashboard-member.js';
import { type SignOnSite } from '../sign-on-site.js';

/** Links of invitations, below `/dashboard/`. */
export interface InvitedSome {
  /** To a person without an account. */
  stranger: string;
  /** To a person with an account in another organization. */
  member: string;
}

const LINK = /\/dashboard\/(invitation\/[0-9a-f]{64})/;

/** Invites a stranger and the other organization's founder; the mail server refuses a third invitation. */
export async function inviteSome(
  { mailbox }: SignOnSite,
  { owner, founder }: { owner: DashboardMember; founder: DashboardMember },
): Promise<InvitedSome> {
  const refused = 'nobody@kancelaria.test';
  mailbox.refuse(refused, { code: 550, message: '5.1.1 No such user here' });
  const linkTo = async (email: string, role: string) => {
    await owner.send('people/invite', { email, role });
    return LINK.exec((await mailbox.waitForMailTo(email)).text ?? '')![1]!;
  };
  await owner.send('people/invite', { email: refused, role: 'reviewer' });
  return {
    stranger: await linkTo('agnieszka.wojciechowska@kancelaria.test', 'admin'),
    member: await linkTo(founder.email, 'reviewer'),
  };
}
