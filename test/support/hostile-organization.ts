import { type SharedTestApp, type TestOrganization } from './app.js';
import { type DashboardMember } from './dashboard-member.js';
import { type DashboardRoute } from './dashboard-routes.js';
import { caseWithoutPictures } from './review-cases.js';
import { sendRequest } from './signing-requests.js';
import { SHORT_FORM, VERIFICATIONS } from './verifications.js';

export const SCRIPT = '<script>alert(1)</script>';
export const HOSTILE = `"'>${SCRIPT}{{7}}`;
export const FORMULA = '=1+1';

/** Whose ids stand in the addresses that begin so. */
const KINDS = {
  'account/sessions/': 'session',
  'account/sign-on/': 'organization',
  'account/passkeys/': 'passkey',
  'people/invitations/': 'invitation',
  'people/': 'user',
  'signatures/': 'signature',
  'verifications/': 'verification',
  'reviews/': 'verification',
  'deliveries/': 'delivery',
} as const;
/** One of everything that has an id. */
export type Ids = Record<(typeof KINDS)[keyof typeof KINDS] | 'signer', string>;

/** What stands for something that nobody has. */
const UNKNOWN_ID = String(2 ** 45);
export const UNKNOWN: Ids = {
  session: UNKNOWN_ID,
  organization: UNKNOWN_ID,
  passkey: UNKNOWN_ID,
  invitation: UNKNOWN_ID,
  user: UNKNOWN_ID,
  signature: UNKNOWN_ID,
  signer: UNKNOWN_ID,
  verification: UNKNOWN_ID,
  delivery: '00000000-0000-4000-8000-000000000000',
};

/** Other parts of addresses. Those of people who are not signed in, and of pictures, have tests of their own. */
export const PARTS: Readonly<Record<string, string>> = {
  ':kind': 'original',
  ':number': '1',
  ':attempt': '1',
  ':part': 'signing',
  ':screen': 'landing',
};

/** Where a route is, with these ids in it. */
export function addressOf({ path }: DashboardRoute, ids: Ids, parts = PARTS): string {
  const begins = (Object.keys(KINDS) as (keyof typeof KINDS)[]).find((start) => path.startsWith(start));
  return path
    .replace(':signerId', ids.signer)
    .replace(':id', begins ? ids[KINDS[begins]] : ':id')
    .replace(/:(kind|number|attempt|part|screen)/g, (part) => parts[part]!);
}

/** Makes one of everything in an organization, with what is hostile wherever text goes. */
export async function fillWithHostile(
  test: SharedTestApp,
  organization: TestOrganization,
  owner: DashboardMember,
): Promise<Ids> {
  const names = { name: HOSTILE, email: 'eve@signers.test' };
  const options = { subject: HOSTILE, messageContent: HOSTILE, documentName: HOSTILE };
  const sent = await sendRequest(test, organization, 'fast', [names], options);
  const person = { firstName: HOSTILE, lastName: HOSTILE, metadata: { note: HOSTILE } };
  const { id: verification } = await caseWithoutPictures(test, organization, person);
  await organization.api.post(VERIFICATIONS, { ...SHORT_FORM, name: `${FORMULA} ${HOSTILE}` });
  await owner.send('people/invite', { email: 'invited@acme.test', role: 'admin' });
  const one = async (sql: string) => {
    const [row] = await test.dataSource.query<{ id: string }[]>(sql, [organization.organizationId]);
    return String(row!.id);
  };
  const ofUser = 'from users u where u.organization_id = $1 and u.role';
  return {
    organization: String(organization.organizationId),
    user: await one(`select u.id ${ofUser} = 'reviewer'`),
    session: await one(`select id from dashboard_sessions where user_id = (select u.id ${ofUser} = 'admin')`),
    passkey: await one(
      `insert into passkeys (account_id, credential_id, public_key, counter, transports, name)
       select account_id, '\\x01', '\\x02', 0, '{}', 'Key' ${ofUser} = 'owner' returning id`,
    ),
    invitation: await one('select id from invitations where organization_id = $1'),
    signature: String(sent.id),
    signer: String(sent.signerIds[0]),
    verification: String(verification),
    delivery: await one('select id from webhook_deliveries where organization_id = $1 limit 1'),
  };
}
