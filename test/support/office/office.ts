import { AccountLinks } from '../../../src/organizations/account-links.js';
import { UsersService } from '../../../src/organizations/users.service.js';
import { Transactions } from '../../../src/platform/database/transactions.js';
import { type TestOrganization } from '../app.js';
import { setUpSecondStep } from '../authenticator.js';
import { MONTH } from '../chart-days.js';
import { DashboardMember, signedIn } from '../dashboard-member.js';
import { entranceIn, setUpSignOn, type SignOnSite } from '../sign-on-site.js';
import { type BulkSendsOfOffice, makeBulkSends } from './bulk-sends.js';
import { type DeliveriesOfOffice, makeDeliveries } from './deliveries.js';
import { type DraftsOfOffice, makeDrafts } from './drafts.js';
import { type InvitedSome, inviteSome } from './people.js';
import { makeRequests, type RequestsOfOffice } from './requests.js';
import { makeTemplates, type TemplatesOfOffice } from './templates.js';
import { makeVerifications, type VerificationsOfOffice } from './verifications.js';

/** An organization with much activity, the people who work there, and one with none. */
export interface Office {
  acme: TestOrganization;
  /** Has a second step and a passkey, and also belongs to another organization. */
  owner: DashboardMember;
  reviewer: DashboardMember;
  colleague: DashboardMember;
  /** The owner and a reviewer of a new organization. */
  founder: DashboardMember;
  firstReviewer: DashboardMember;
  /** Has entered the right password, but no code. */
  halfIn: DashboardMember;
  /** The page where members sign in with the organization's issuer, below `/dashboard/`. */
  entrance: string;
  /** A link for a new password, below `/dashboard/`. */
  welcome: string;
  requests: RequestsOfOffice;
  drafts: DraftsOfOffice;
  templates: TemplatesOfOffice;
  bulkSends: BulkSendsOfOffice;
  verifications: VerificationsOfOffice;
  deliveries: DeliveriesOfOffice;
  invited: InvitedSome;
}

const PASSKEY = `
  insert into passkeys (account_id, credential_id, public_key, counter, transports, name)
  select id, '\\x01', '\\x02', 0, '{internal}', 'Laptop' from accounts where email = $1`;

/** Outlasts any walk: nobody is asked for the password again, no claim lapses, and no sign-in times out. */
const OUTLAST = [
  "update dashboard_sessions set confirmed_at = app_now() + interval '1 hour'",
  "update review_claims set expires_at = app_now() + interval '1 hour'",
  "update half_open_sign_ins set created_at = app_now() + interval '1 hour'",
];

export async function openOffice(site: SignOnSite, origin: string): Promise<Office> {
  const test = { ...site.test, url: origin };
  const acme = await test.createOrganization({ name: 'Kancelaria Żółć & Partners' });
  const fresh = await test.createOrganization({ name: 'Harbour Records' });
  const owner = site.elsewhere(await signedIn(test, acme));
  const reviewer = site.elsewhere(await signedIn(test, acme, 'reviewer', 'zofia@kancelaria.test'));
  const colleague = site.elsewhere(await signedIn(test, acme, 'reviewer', 'marek@kancelaria.test'));
  const founder = site.elsewhere(await signedIn(test, fresh));
  const firstReviewer = site.elsewhere(await signedIn(test, fresh, 'reviewer', 'first@harbour.test'));
  const alsoThere = { organizationId: fresh.organizationId, email: owner.email, role: 'admin' } as const;
  await test.app.get(Transactions).run((tx) => test.app.get(UsersService).create(tx, alsoThere));
  await setUpSignOn(owner, site.provider, { label: 'Kancelaria ID' });
  const made = {
    invited: await inviteSome(site, { owner, founder }),
    requests: await makeRequests(test, acme, site.mailbox),
    drafts: await makeDrafts(owner),
    templates: await makeTemplates(acme),
    bulkSends: await makeBulkSends(acme, owner),
    verifications: await makeVerifications(test, acme, { reviewer, colleague }),
    deliveries: await makeDeliveries(test, acme),
  };
  await test.dataSource.query(MONTH, [acme.organizationId]);
  await test.dataSource.query(PASSKEY, [acme.ownerEmail]);
  await setUpSecondStep(test, owner);
  const halfIn = site.elsewhere(new DashboardMember(origin, acme.ownerEmail));
  await halfIn.signIn();
  for (const statement of OUTLAST) await test.dataSource.query(statement);
  const link = await test.app
    .get(Transactions)
    .run((tx) => test.app.get(AccountLinks).create(tx, acme.organizationId, colleague.email));
  return {
    ...{ acme, owner, reviewer, colleague, founder, firstReviewer, halfIn },
    entrance: entranceIn(await owner.get('sign-on')),
    welcome: link.split('/dashboard/')[1]!,
    ...made,
  };
}
