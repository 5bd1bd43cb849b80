import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PROJECT_ROOT } from '../../src/platform/config/paths.js';
import { ApiClient } from '../support/api-client.js';
import { setUpSecondStep } from '../support/authenticator.js';
import { DashboardMember, PASSWORD } from '../support/dashboard-member.js';
import { CLIENT, departureIn } from '../support/issuers.js';
import { LoggedSite, METRICS_TOKEN } from '../support/logged-site.js';
import { textPdf } from '../support/pdf-samples.js';
import { Person } from '../support/person.js';
import { answers } from '../support/receiver.js';
import { createDraft, DRAFT, SIGNATURES } from '../support/samples.js';
import { back, entranceIn, setUpSignOn } from '../support/sign-on-site.js';
import { SigningVisitor } from '../support/signing-visitor.js';
import { until } from '../support/until.js';
import { FULL_FORM, VERIFICATIONS } from '../support/verifications.js';
import { Visitor } from '../support/visitor.js';

const LONGEST_MS = 300_000;
const ORGANIZATION = 1;
const ZELDA = { email: 'zelda.quibble@people.test', name: 'Zelda Quibbleworth' };
const ENDPOINT = 'https://8.8.8.8/receive?secret=wEbHoOkSeCrEt';
const AGENT = 'Zeldas-Browser/1.0';
const ADDRESS = '203.0.113.77';
/** What the specimen shows, in print and in its machine-readable zone. */
const SPECIMEN = ['L898902C3', 'Eriksson', 'Anna Maria', '1974-08-12', '740812', '2038-04-15'];

let site: LoggedSite;
let api: ApiClient;
let owner: DashboardMember;

const lastPart = (link: string) => link.split('/').at(-1)!;

beforeAll(async () => {
  site = await LoggedSite.start();
  const { server } = site;
  const apiKey = server.secret('API key');
  api = new ApiClient(server.url, apiKey);
  owner = visitor(ZELDA.email);
  site.use(apiKey, server.secret('Webhook secret'), lastPart(server.secret('Dashboard')));
  site.use(ENDPOINT, 'wEbHoOkSeCrEt', AGENT, ADDRESS, ZELDA.email, ...ZELDA.name.split(' '));
  await setEndpoint(ENDPOINT);
}, LONGEST_MS);
afterAll(() => site?.close());

/** A member at the dashboard, behind the proxy. */
function visitor(email: string): DashboardMember {
  const member = new DashboardMember(site.server.url, email);
  member.address = ADDRESS;
  return member;
}

const setEndpoint = (url: string) =>
  site.server.cli('webhook:set', '--organization', String(ORGANIZATION), '--url', url);

/** The token of the first link in the mail. */
async function mailedToken(email: string, link: RegExp): Promise<string> {
  const { text } = await site.mailbox.waitFor(
    ({ recipients, text }) => recipients.includes(email) && link.test(text ?? ''),
  );
  const token = link.exec(text!)![1]!;
  site.use(token);
  return token;
}

/** Zelda's link to a new request, from her mail. */
async function send(type: string, document?: FormData): Promise<{ id: number; zelda: SigningVisitor }> {
  const subject = `Dear Zelda Quibbleworth, ${type}`;
  const id = await createDraft(api, { type, originalDocumentName: 'Quibbleworth lease' });
  if (document) await api.put(`${SIGNATURES}/${id}/document`, document);
  await api.post(`${SIGNATURES}/${id}/send`, { signers: [ZELDA], subject });
  const { text } = await site.mailbox.waitForMailTo(ZELDA.email, new RegExp(`Quibbleworth, ${type}`));
  const zelda = new SigningVisitor(/http:\S+\/sign\/[0-9a-f]{64}/.exec(text!)![0]);
  zelda.address = ADDRESS;
  site.use(zelda.token);
  await zelda.get('document', { 'user-agent': AGENT });
  return { id, zelda };
}

const untilCompleted = (id: number) =>
  until(
    'it is completed',
    async () => (await api.get(`${SIGNATURES}/${id}/status`)).body.status === 'completed',
  );

async function signFast(): Promise<void> {
  const { id, zelda } = await send('fast');
  await zelda.post('consent', { agree: 'yes' }, { 'user-agent': AGENT });
  await untilCompleted(id);
}

async function signWithCode(): Promise<void> {
  const { id, zelda } = await send('advanced');
  await zelda.post('code/send');
  const code = await site.mailbox.waitForCode(ZELDA.email);
  site.use(code);
  await zelda.post('code', { code: String((Number(code) + 1) % 1_000_000).padStart(6, '0') });
  await zelda.post('code', { code });
  await zelda.post('consent', { agree: 'yes', method: 'typed', typed: ZELDA.name });
  await untilCompleted(id);
}

/** Enters values, draws on a phone, and declines after all. */
async function declineInPerson(): Promise<void> {
  const [file, host, typed, reason] = [
    'hornswoggle.pdf',
    'Wendell Bumblethorpe',
    'Zed Quizzaciously',
    'Flummoxed',
  ];
  const document = new FormData();
  document.set('file', new Blob([new Uint8Array(await textPdf(1))], { type: 'application/pdf' }), file);
  const { zelda } = await send('in_person', document);
  await zelda.post('entries', { method: 'typed', typed, witness: host });
  const pad = await zelda.showPhoneCode();
  const strokes = '[[0.1357,0.5,0.3,0.1,0.5,0.9,0.7,0.2]]';
  const drawing = new FormData();
  drawing.set('strokes', strokes);
  await new Visitor(`${site.server.url}/draw/${pad}`).postParts('', drawing);
  await zelda.post('consent', { agree: 'yes', method: 'uploaded', witness: host });
  await zelda.post('reject', { reason, confirmed: 'yes' });
  site.use(file, host, typed, reason, pad, '0.1357', ...zelda.cookies.values());
}

async function showPassport(): Promise<void> {
  const [metadata, returnUrl] = ['a crate of wombats', 'https://shop.test/back?basket=hullabaloo'];
  site.use(FULL_FORM.email, ...SPECIMEN, metadata, 'hullabaloo');
  const form = { ...FULL_FORM, redirectUrl: returnUrl, metadata: { order: metadata } };
  const { id, anna } = await photograph(form);
  const report = await api.get(`${VERIFICATIONS}/${id}/document-report`);
  expect(report.body).toMatchObject({
    extractedData: { documentNumber: SPECIMEN[0], dateOfBirth: SPECIMEN[3], expiryDate: SPECIMEN[5] },
  });
  await anna.look();
}

/** Photographs the specimen, until a result or a reviewer is next. */
async function photograph(form: object): Promise<{ id: number; anna: Person }> {
  const { body } = await api.post(VERIFICATIONS, form);
  const { id, sessionUrl } = body as { id: number; sessionUrl: string };
  site.use(lastPart(sessionUrl));
  const anna = new Person(sessionUrl);
  await anna.look('', { 'x-forwarded-for': ADDRESS });
  await anna.agree();
  await anna.upload('front', await readFile(join(PROJECT_ROOT, 'docs/specimen/passport.jpg')));
  await until('the passport is read', async () => !(await anna.step()).startsWith('reading'));
  return { id, anna };
}

async function signInWithSecondStep(): Promise<void> {
  site.use(PASSWORD);
  await owner.send(site.server.secret('Dashboard').split('/dashboard/')[1]!, { password: PASSWORD });
  const { app, recoveryCodes } = await setUpSecondStep(site, owner);
  site.use(app.typed, app.typed.replaceAll(' ', ''), ...recoveryCodes);
  const again = visitor(ZELDA.email);
  await again.signIn();
  const asked = await again.send('sign-in/code', { code: recoveryCodes[0]! });
  expect(asked.status).toBe(303);
  await again.get();
  useSession(again);
  useSession(owner);
}

/** Records the cookies that the service has not deleted. */
function useSession({ cookies, formToken }: DashboardMember): void {
  site.use(formToken, ...[...cookies.values()].filter((value) => value !== ''));
}

/** Invites a member, who then forgets the password. */
async function inviteReviewer(): Promise<DashboardMember> {
  const [invited, password] = ['ferdinand.gobbledy@people.test', 'four words never seen'];
  site.use(invited, password);
  await owner.send('people/invite', { email: invited, role: 'reviewer' });
  const invitation = await mailedToken(invited, /\/dashboard\/invitation\/([0-9a-f]{64})/);
  const ferdinand = visitor(invited);
  expect((await ferdinand.send(`invitation/${invitation}`, { password: PASSWORD })).status).toBe(303);
  await ferdinand.send('forgotten-password', { email: invited });
  const reset = await mailedToken(invited, /\/dashboard\/welcome\/([0-9a-f]{64})/);
  expect((await ferdinand.send(`welcome/${reset}`, { password })).status).toBe(303);
  useSession(ferdinand);
  return ferdinand;
}

/** A case for reviewers, with its picture and a note. */
async function review(reviewer: DashboardMember): Promise<void> {
  const [firstName, lastName, note] = ['Gwendolyn', 'Hollyhock', 'Looks like a bamboozler'];
  site.use(firstName, lastName, note);
  const { id } = await photograph({ ...FULL_FORM, firstName, lastName });
  const { html } = await reviewer.get(`reviews/${id}`);
  const [, picture] = /\/reviews\/pictures\/([^"?]+)/.exec(html)!;
  site.use(picture!.replaceAll('&#x3D;', '='));
  expect((await reviewer.bytes(`reviews/pictures/${picture}`)).length).toBeGreaterThan(1_000);
  const decision = { result: 'rejected', because: 'otherName' };
  expect((await reviewer.send(`reviews/${id}/decision`, decision, 'account')).status).toBe(303);
  const noted = await reviewer.send(`reviews/${id}/notes`, { note }, 'account');
  expect(noted.status).toBe(303);
}

/** Signs in at a provider, and at an issuer whose tokens are refused. */
async function signOnElsewhere(): Promise<void> {
  const { issuers, server } = site;
  site.use(CLIENT.clientSecret, 'zelda-at-the-provider', 'mallory-at-the-liar');
  const returnAddress = `http://localhost:${new URL(server.url).port}/dashboard/sign-in/back`;
  await setUpSignOn(owner, await issuers.provider(returnAddress));
  const connecting = await owner.send(`account/sign-on/${ORGANIZATION}/connect`, {}, 'account');
  const answer = await issuers.signInAt(departureIn(connecting), 'zelda-at-the-provider');
  site.use(...['code', 'state'].map((name) => new URLSearchParams(answer).get(name)!));
  expect((await back(owner, answer)).location).toBe('/account');

  const liar = await issuers.liar();
  liar.claims = () => ({ sub: 'mallory-at-the-liar', aud: 'somebody else' });
  await setUpSignOn(owner, liar.url);
  const mallory = visitor('mallory@people.test');
  const left = departureIn(await mallory.send(entranceIn(await owner.get('sign-on'))));
  const { state, query } = liar.signIn(left);
  expect((await back(mallory, query)).status).toBe(403);
  site.use(state, new URL(left).searchParams.get('nonce')!, ...liar.given);
}

/** Deliveries with each secret, to a receiver that answers with the person's words. */
async function receiveWebhooks(): Promise<void> {
  const inbox = site.receiver.newInbox();
  const answer = 'Sorry, discombobulated';
  const cookie = 'session=rEcEiVeRsCoOkIe';
  inbox.answerAlways(answers.status(500, { body: answer, headers: { 'set-cookie': cookie } }));
  const rotated = await site.server.cli('webhook:rotate-secret', '--organization', String(ORGANIZATION));
  const query = 'key=qUeRyOfThEeNdPoInT';
  await setEndpoint(`${inbox.url}?${query}`);
  await createDraft(api).then((id) => api.post(`${SIGNATURES}/${id}/send`, { signers: [ZELDA] }));
  const [{ headers }] = (await inbox.waitFor(1)) as [(typeof inbox.requests)[0]];
  const signatures = ['x-service-signature', 'webhook-signature'].map((name) => headers[name] as string);
  site.use(...signatures.flatMap((signature) => signature.split(' ')), answer, cookie, query);
  site.use(rotated.webhookSecret as string, rotated.standardWebhooksSecret as string);
  site.use(await site.webhookKey(ORGANIZATION));
  const refused = await owner.send('endpoint', { url: 'https://hook:eNdPoInTpAsSwOrD@8.8.8.8/' });
  expect(refused.status).toBe(400);
  site.use('eNdPoInTpAsSwOrD');
  await setEndpoint(ENDPOINT);
}

/** Refusals of every kind, which quote what was sent. */
async function beRefused(): Promise<void> {
  const { server } = site;
  const password = 'a password that is quite wrong';
  const unknown = `sk_${'z'.repeat(43)}`;
  const key = 'idempotency-of-a-lollygagger';
  site.use(password, unknown, key);
  await visitor(ZELDA.email).send('sign-in', { email: ZELDA.email, password });
  const once = { headers: { 'idempotency-key': key } };
  for (const type of ['fast', 'fast', 'advanced']) await api.post(SIGNATURES, { ...DRAFT, type }, once);
  await new ApiClient(server.url, unknown).get(SIGNATURES, { headers: { 'x-forwarded-for': ADDRESS } });
  await api.post(`${SIGNATURES}/1/send`, { signers: [{ email: `not ${ZELDA.email}` }] });
  await api.get(`${SIGNATURES}?recipients=${encodeURIComponent(ZELDA.email)}&unknown=Quibbleworth`);
  await fetch(`${server.url}/sign/${'f'.repeat(64)}/Quibbleworth?email=${ZELDA.email}`);
  await fetch(`${server.url}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}x` } });
  await fetch(`${server.url}/api/v1/signatures`, {
    method: 'POST',
    headers: { authorization: `Bearer ${unknown}`, 'content-type': 'application/json' },
    body: `{"Quibbleworth": ${ZELDA.email}`,
  });
  await server.cliAnyway('person:erase', '--organization', '1', '--email', ZELDA.email, '--dry-run');
}

/** Errors of libraries, which may quote addresses with their credentials. */
async function loseEverything(): Promise<void> {
  const { server, storage, redis } = site;
  const said = (words: RegExp) =>
    until(`the log says ${String(words)}`, () => server.log.some((line) => words.test(line)));
  site.refuseMailsTo(ZELDA.email);
  await createDraft(api).then((id) => api.post(`${SIGNATURES}/${id}/send`, { signers: [ZELDA] }));
  await said(/mail\.send.*attempt 1/);
  await redis.stop();
  await api.get(SIGNATURES);
  await said(/Redis does not answer/);
  await storage.cable.cut();
  await api.get(`${SIGNATURES}/1/document/signed`);
  await said(/The file storage/);
}

it(
  'the most verbose log of whole journeys names nobody and reveals nothing',
  async () => {
    await signFast();
    await signWithCode();
    await declineInPerson();
    await showPassport();
    await signInWithSecondStep();
    await review(await inviteReviewer());
    await signOnElsewhere();
    await receiveWebhooks();
    await beRefused();
    await loseEverything();
    const { count, found } = site.search();
    expect(found).toEqual([]);
    expect(count).toBeGreaterThan(90);
  },
  LONGEST_MS,
);
