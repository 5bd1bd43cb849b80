import { randomUUID } from 'node:crypto';
import { WebhookEndpointsService } from '../../src/webhooks/webhook-endpoints.service.js';
import { WebhookReplays } from '../../src/webhooks/webhook-replays.js';
import { type SharedTestApp, type TestOrganization } from './app.js';
import { CSV, emptyBulkSend } from './bulk-sends.js';
import { type DashboardMember } from './dashboard-member.js';
import { type DashboardRoute } from './dashboard-routes.js';
import { signedWithFile } from './given-files.js';
import { textPdf } from './pdf-samples.js';
import { caseWithoutPictures } from './review-cases.js';
import { sendRequest } from './signing-requests.js';
import { publishedTemplate, RENT_TEMPLATE } from './templates.js';
import { SHORT_FORM, VERIFICATIONS } from './verifications.js';

export const SCRIPT = '<script>alert(1)</script>';
export const HOSTILE = `"'>${SCRIPT}{{7}}`;
export const FORMULA = '=1+1';

/** The kind of the ids in addresses with these beginnings; the first that matches applies. */
const KINDS = {
  'account/sessions/': 'session',
  'account/sign-on/': 'organization',
  'account/passkeys/': 'passkey',
  'people/invitations/': 'invitation',
  'people/': 'user',
  'signatures/': 'signature',
  'templates/': 'template',
  'bulk-sends/': 'bulk',
  'verifications/': 'verification',
  'reviews/': 'verification',
  'deliveries/replays/': 'replay',
  'deliveries/': 'delivery',
  'endpoints/': 'endpoint',
} as const;
/** One id of every kind. */
export type Ids = Record<(typeof KINDS)[keyof typeof KINDS] | 'signer' | 'file', string>;

/** The id of something that does not exist. */
const UNKNOWN_ID = String(2 ** 45);
const UNKNOWN_UUID = '00000000-0000-4000-8000-000000000000';
export const UNKNOWN: Ids = {
  session: UNKNOWN_ID,
  organization: UNKNOWN_ID,
  passkey: UNKNOWN_ID,
  invitation: UNKNOWN_ID,
  user: UNKNOWN_ID,
  signature: UNKNOWN_ID,
  signer: UNKNOWN_ID,
  file: UNKNOWN_ID,
  template: UNKNOWN_ID,
  bulk: UNKNOWN_ID,
  verification: UNKNOWN_ID,
  delivery: UNKNOWN_UUID,
  replay: UNKNOWN_UUID,
  endpoint: UNKNOWN_ID,
};

/**
 * Other parts of addresses. The tokens and codes do not exist: people who are not signed in, and pictures, have their
 * own tests.
 */
export const PARTS: Readonly<Record<string, string>> = {
  ':kind': 'original',
  ':number': '1',
  ':n': '2',
  ':recipientId': '7000001',
  ':attempt': '1',
  ':part': 'signing',
  ':screen': 'landing',
  ':token': '0'.repeat(64),
  ':code': 'abcdefghjkmn',
};

/** The address of a route with these ids. @throws if it has a parameter that is not known here */
export function addressOf({ path }: DashboardRoute, ids: Ids, parts = PARTS): string {
  const begins = (Object.keys(KINDS) as (keyof typeof KINDS)[]).find((start) => path.startsWith(start));
  const address = path
    .replace(':signerId', ids.signer)
    .replace(':fileId', ids.file)
    .replace(':id', begins ? ids[KINDS[begins]] : ':id')
    .replace(/:\w+/g, (part) => parts[part] ?? part);
  if (address.includes(':'))
    throw new Error(`${path} has a part without a value, so ${address} leads nowhere`);
  return address;
}

/** Creates one of everything in an organization, with hostile values in every text. */
export async function fillWithHostile(
  test: SharedTestApp,
  organization: TestOrganization,
  owner: DashboardMember,
): Promise<Ids> {
  const { endpoint, replay } = await hostileEndpoint(test, organization);
  const names = { name: HOSTILE, email: 'eve@signers.test' };
  const options = { subject: HOSTILE, messageContent: HOSTILE, documentName: HOSTILE };
  const sent = await sendRequest(test, organization, 'fast', [names], options);
  const person = { firstName: HOSTILE, lastName: HOSTILE, metadata: { note: HOSTILE } };
  const { id: verification } = await caseWithoutPictures(test, organization, person);
  await organization.api.post(VERIFICATIONS, { ...SHORT_FORM, name: `${FORMULA} ${HOSTILE}` });
  await owner.send('people/invite', { email: 'invited@acme.test', role: 'admin' });
  const template = await publishedTemplate(organization, hostileTemplate());
  const { fileId } = await signedWithFile(test, organization, await textPdf());
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
    file: String(fileId),
    template: template.split('/').at(-1)!,
    bulk: await hostileBulkSend(organization),
    verification: String(verification),
    delivery: await one(
      `select id from webhook_deliveries d where organization_id = $1
         and not exists (select from webhook_endpoints e where e.id = d.endpoint_id and is_first) order by seq limit 1`,
    ),
    replay,
    endpoint,
  };
}

/** With hostile names and rows, of which one has a fault. @returns its id */
async function hostileBulkSend(organization: TestOrganization): Promise<string> {
  const path = await emptyBulkSend(organization, { name: HOSTILE }, hostileTemplate());
  const quoted = `"${HOSTILE.replaceAll('"', '""')}"`;
  const rows = [
    `reference,tenant.email,tenant.name,values.rent,"Note ${quoted.slice(1)}`,
    `${FORMULA},eve@signers.test,${quoted},1000,${quoted}`,
    `${quoted},eve@signers.test,${quoted},${quoted},${quoted}`,
  ];
  const put = await organization.api.put(`${path}/rows`, Buffer.from(rows.join('\r\n')), CSV);
  if (put.status !== 200) throw new Error(`the rows were answered with ${JSON.stringify(put.body)}`);
  return path.split('/').at(-1)!;
}

/** With hostile names of its role and field. */
function hostileTemplate(): object {
  const { roles, fields, options } = RENT_TEMPLATE;
  const hostile = { label: HOSTILE, help: HOSTILE };
  return {
    roles: roles.map((role) => ({ ...role, name: HOSTILE })),
    fields: fields.map((field) => (field.kind === 'number' ? { ...field, ...hostile } : field)),
    options: { ...options, subject: HOSTILE, messageContent: HOSTILE, senderName: HOSTILE },
  };
}

/** Adds an endpoint, and has its failures replayed. */
async function hostileEndpoint(
  { app }: SharedTestApp,
  { organizationId }: TestOrganization,
): Promise<Pick<Ids, 'endpoint' | 'replay'>> {
  const url = `https://8.8.8.8/hook?${HOSTILE}`;
  const made = { organizationId, label: HOSTILE, url };
  const { endpointId } = await app.get(WebhookEndpointsService, { strict: false }).add(made);
  const replay = randomUUID();
  const range = { endpointId, from: new Date(0), until: new Date() };
  await app.get(WebhookReplays, { strict: false }).begin(organizationId, { id: replay, ...range });
  return { endpoint: String(endpointId), replay };
}
