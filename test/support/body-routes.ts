import { beginVerification, HOLDER } from '../../scripts/journeys.js';
import { AppModule } from '../../src/app.module.js';
import { Settings } from '../../src/platform/config/settings.js';
import { type ApiClient } from './api-client.js';
import { type DashboardMember, formTokenIn } from './dashboard-member.js';
import { type DeclaredRoute, routesBelow } from './declared-routes.js';
import { createDraft, sendRequest, SIGNATURES } from './samples.js';
import { SigningVisitor } from './signing-visitor.js';

/** A request with a body, as it is sent over a connection. */
export interface BodyRoute {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: Buffer;
}

/** The places that take a body. Each link is used by one route, because links have their own rate. */
interface BodyTargets {
  key: { 'x-api-key': string };
  /** Paths of an organization's drafts, signers' links, a phone's pad, and verification sessions. */
  drafts: string[];
  links: string[];
  pad: string;
  sessions: { photo: string; side: string; type: string; selfie: string };
  member: { cookie: string; formToken: string };
}

const TAKE_BODIES = ['POST', 'PUT', 'PATCH'];
const BOUNDARY = 'hung-up';
const NOBODY = '00000000-0000-4000-8000-000000000000';
/** Longer than a connection accepts at once. */
const FILE_BYTES = 200_000;

/**
 * Every route that takes a body, for a separate organization: those that take a file in each way, and one of each kind
 * of those that take a form or JSON, as far as their handlers; all others for something unknown or without the form's
 * token. What they send changes nothing that the next request needs, so all requests are processed fully.
 * @param member - of the organization, signed in
 */
export async function bodyRoutes(
  api: ApiClient,
  apiKey: string,
  member: DashboardMember,
  pdf: Buffer,
): Promise<BodyRoute[]> {
  const { key, drafts, links, pad, sessions, member: seat } = await prepareTargets(api, apiKey, member);
  const { formToken } = seat;
  const cookie = { cookie: seat.cookie };
  const noise = Buffer.alloc(FILE_BYTES, 7);
  const [first, second] = drafts.map((draft) => `${draft}/document`) as [string, string];
  const processed = [
    raw('PUT', first, pdf, 'application/pdf', key),
    raw('PUT', first, pdf, 'application/pdf', { ...key, 'idempotency-key': 'hung-up' }),
    { ...withFile(second, {}, 'file', pdf, key), method: 'PUT' },
    json('PUT', `${second}/fields`, { fields: [] }, key),
    json('POST', SIGNATURES, { type: 'unknown' }, key),
    json('POST', '/api/v1/identity-verifications', { email: 'nobody' }, key),
    json('POST', '/verify-document/hash', { sha256: '0'.repeat(64) }),
    withFile('/verify-document', {}, 'file', noise),
    form('/language', { locale: 'de', back: '/verify-document' }),
    withFile(`${links[0]}/consent`, { from: 'consent', method: 'uploaded' }, 'picture', noise),
    form(`${links[1]}/consent`, { method: 'typed' }),
    withFile(`${links[2]}/entries`, { typed: 'Ann' }, 'picture', Buffer.alloc(0)),
    withFile(`${links[3]}/picture`, { from: 'consent' }, 'picture', noise),
    form(`${links[4]}/reject`, { reason: 'No' }),
    withFile(pad, { strokes: 'none' }, 'picture', Buffer.alloc(0)),
    form(`${sessions.type}/document-type`, { documentType: 'unknown' }),
    withFile(`${sessions.photo}/front`, {}, 'file', noise),
    withFile(`${sessions.side}/back`, {}, 'file', noise),
    raw('POST', `${sessions.selfie}/frames`, noise, 'image/jpeg', { 'x-challenge-nonce': 'none' }),
    form('/dashboard/sign-in', { email: 'nobody' }),
    withFile('/dashboard/settings', { formToken, name: '' }, 'file', noise, cookie),
    withFile('/dashboard/settings/preview/signing', { formToken, name: 'Acme' }, 'file', noise, cookie),
    withFile('/dashboard/signatures/new', { formToken }, 'file', noise, cookie),
    withFile('/dashboard/templates/import', { formToken }, 'file', noise, cookie),
  ];
  const others = routesBelow(AppModule.with(new Settings({} as Settings), ''))
    .filter(({ method }) => TAKE_BODIES.includes(method))
    .filter((route) => !processed.some((each) => isOf(each, route)));
  return [...processed, ...others.map((route) => refusedBody(route, key, cookie))];
}

/** Whether a request has this route. */
function isOf({ method, path }: BodyRoute, route: DeclaredRoute): boolean {
  const pattern = route.path.replace(/:\w+/g, '[^/]+').replace(/[.]/g, '\\.');
  return method === route.method && new RegExp(`^${pattern}$`).test(path);
}

/** A request whose body is read and then refused. */
function refusedBody(
  { method, path }: DeclaredRoute,
  key: BodyRoute['headers'],
  cookie: BodyRoute['headers'],
): BodyRoute {
  const address = path.replace(/:\w+/g, NOBODY);
  if (address.startsWith('/api/')) return json(method, address, { unknown: NOBODY }, key);
  const headers = address.startsWith('/dashboard') ? cookie : {};
  return { ...form(address, { unknown: NOBODY }, headers), method };
}

async function prepareTargets(api: ApiClient, apiKey: string, member: DashboardMember): Promise<BodyTargets> {
  const drafts = await all(2, async () => `${SIGNATURES}/${await createDraft(api)}`);
  const link = async () => {
    const { signers } = await sendRequest(api, { draft: { type: 'in_person' } });
    return signers[0]!.signingUrl!;
  };
  const links = await all(6, link);
  const pad = `/draw/${await new SigningVisitor(links.pop()!).showPhoneCode()}`;
  const session = async (verificationMethod: string) => {
    const { person } = await beginVerification(api, { ...HOLDER, verificationMethod });
    await person.agree();
    return pathOf(person.sessionUrl);
  };
  const [photo, side, type] = await all(3, () => session('document'));
  const sessions = { photo: photo!, side: side!, type: type!, selfie: await session('liveness') };
  const formToken = formTokenIn(await member.get('settings'))!;
  const key = { 'x-api-key': apiKey };
  return {
    key,
    drafts,
    links: links.map(pathOf),
    pad,
    sessions,
    member: { cookie: member.cookie, formToken },
  };
}

async function all<Made>(count: number, make: () => Promise<Made>): Promise<Made[]> {
  const made: Made[] = [];
  while (made.length < count) made.push(await make());
  return made;
}

const pathOf = (address: string) => new URL(address).pathname;

/** The bytes of a request. @param address - reported by a trusted proxy */
export function bytesOf({ method, path, headers, body }: BodyRoute, address?: string): Buffer {
  const all = {
    host: 'a',
    ...headers,
    'content-length': body.length,
    ...(address !== undefined && { 'x-forwarded-for': address }),
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  return Buffer.concat([Buffer.from([`${method} ${path} HTTP/1.1`, ...lines, '', ''].join('\r\n')), body]);
}

function raw(
  method: string,
  path: string,
  body: Buffer,
  type: string,
  headers: BodyRoute['headers'],
): BodyRoute {
  return { method, path, headers: { ...headers, 'content-type': type }, body };
}

function json(method: string, path: string, body: object, headers: BodyRoute['headers'] = {}): BodyRoute {
  return raw(method, path, Buffer.from(JSON.stringify(body)), 'application/json', headers);
}

function form(path: string, fields: Record<string, string>, headers: BodyRoute['headers'] = {}): BodyRoute {
  const body = Buffer.from(String(new URLSearchParams(fields)));
  return raw('POST', path, body, 'application/x-www-form-urlencoded', headers);
}

/** A form with a file. */
export function withFile(
  path: string,
  fields: Record<string, string>,
  field: string,
  bytes: Buffer,
  headers: BodyRoute['headers'] = {},
): BodyRoute {
  const open = (name: string) => `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"`;
  const parts = Object.entries(fields).map(([name, value]) => `${open(name)}\r\n\r\n${value}\r\n`);
  const fileName = bytes.length === 0 ? '' : 'photo.jpg';
  const file = `${open(field)}; filename="${fileName}"\r\ncontent-type: image/jpeg\r\n\r\n`;
  const body = Buffer.concat([
    Buffer.from(parts.join('') + file),
    bytes,
    Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
  ]);
  return raw('POST', path, body, `multipart/form-data; boundary=${BOUNDARY}`, headers);
}
