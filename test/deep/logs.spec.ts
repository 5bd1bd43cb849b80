import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DataSource } from 'typeorm';
import { PROJECT_ROOT } from '../../src/platform/config/paths.js';
import { dataSourceOptions } from '../../src/platform/database/data-source-options.js';
import { ApiClient } from '../support/api-client.js';
import { setUpSecondStep } from '../support/authenticator.js';
import { DashboardMember, PASSWORD } from '../support/dashboard-member.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { freePort } from '../support/free-port.js';
import { Mailbox } from '../support/mailbox.js';
import { Person } from '../support/person.js';
import { RedisServer } from '../support/redis-server.js';
import { S3Server } from '../support/s3-server.js';
import { createDraft, SIGNATURES } from '../support/samples.js';
import { ServerProcess } from '../support/server-process.js';
import { SigningVisitor } from '../support/signing-visitor.js';
import { until } from '../support/until.js';
import { FULL_FORM, VERIFICATIONS } from '../support/verifications.js';

const LONGEST_MS = 240_000;
const ZELDA = { email: 'zelda.quibble@people.test', name: 'Zelda Quibbleworth' };
const ENDPOINT = 'https://8.8.8.8/receive?secret=wEbHoOkSeCrEt';
const AGENT = 'Zeldas-Browser/1.0';
const ADDRESS = '203.0.113.77';
const MAIL_ACCOUNT = { user: 'smtp-quibbler', password: 'sMtPpAsSwOrD' };
const REDIS_PASSWORD = 'rEdIsPaSsWoRd';
const ENCRYPTION_KEY = `${'k3Y'.repeat(14)}k=`;
const METRICS_TOKEN = 'a-token-of-the-scraper-9f1';
const TRACES_TOKEN = 'tOkEnOfThEcOlLeCtOr';
/** What the specimen shows. */
const SPECIMEN = ['L898902C3', 'Eriksson', 'Anna Maria', '1974-08-12'];

let mailbox: Mailbox;
let redis: RedisServer;
let storage: S3Server;
let database: TestDatabase;
let server: ServerProcess;
let api: ApiClient;
/** Everything that the log may not have. */
const used = new Set<string>();

const lastPart = (link: string) => link.split('/').at(-1)!;
/** Fails for an empty word, such as a password that is not there. */
function use(...words: string[]): void {
  expect(words).not.toContain('');
  words.forEach((word) => used.add(word));
}

beforeAll(async () => {
  [mailbox, redis, storage, database] = await Promise.all([
    Mailbox.start(MAIL_ACCOUNT),
    RedisServer.start({ password: REDIS_PASSWORD }),
    S3Server.start(),
    createTestDatabase(),
  ]);
  const storageVariables = storage.variables('logs');
  server = await ServerProcess.prepare({
    ...storageVariables,
    LOG_LEVEL: 'trace',
    ENCRYPTION_KEY,
    DATABASE_URL: database.url,
    REDIS_URL: redis.url,
    SMTP_URL: mailbox.url,
    METRICS_TOKEN,
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${await freePort()}`,
    OTEL_EXPORTER_OTLP_HEADERS: `authorization=${TRACES_TOKEN}`,
    TRUSTED_PROXIES: '127.0.0.1/32',
  });
  await server.start();
  const apiKey = server.secret('API key');
  api = new ApiClient(server.url, apiKey);
  use(apiKey, server.secret('Webhook secret'), lastPart(server.secret('Dashboard')), ENCRYPTION_KEY);
  use(storageVariables.S3_ACCESS_KEY_ID!, storageVariables.S3_SECRET_ACCESS_KEY!);
  use(MAIL_ACCOUNT.user, MAIL_ACCOUNT.password, REDIS_PASSWORD, METRICS_TOKEN, TRACES_TOKEN);
  use(new URL(database.url).password, ENDPOINT, AGENT, ADDRESS, ZELDA.email, ...ZELDA.name.split(' '));
  await server.cliAnyway('webhook:set', '--organization', '1', '--url', ENDPOINT);
}, LONGEST_MS);
afterAll(async () => {
  await server?.close();
  await Promise.all([mailbox?.stop(), redis?.stop(), storage?.stop(), database?.drop()]);
});

/** Zelda's link of a new request, from her mail. */
async function send(type: string): Promise<{ id: number; zelda: SigningVisitor }> {
  const subject = `Dear Zelda Quibbleworth, ${type}`;
  const id = await createDraft(api, { type, originalDocumentName: 'Quibbleworth lease' });
  await api.post(`${SIGNATURES}/${id}/send`, { signers: [ZELDA], subject });
  const { text } = await mailbox.waitForMailTo(ZELDA.email, new RegExp(`Quibbleworth, ${type}`));
  const zelda = new SigningVisitor(/http:\S+\/sign\/[0-9a-f]{64}/.exec(text!)![0]);
  zelda.address = ADDRESS;
  use(zelda.token);
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
  const code = await mailbox.waitForCode(ZELDA.email);
  use(code);
  await zelda.post('code', { code: String((Number(code) + 1) % 1_000_000).padStart(6, '0') });
  await zelda.post('code', { code });
  await zelda.post('consent', { agree: 'yes', method: 'typed', typed: ZELDA.name });
  await untilCompleted(id);
}

async function showPassport(): Promise<void> {
  use(FULL_FORM.email, ...SPECIMEN);
  const { body } = await api.post(VERIFICATIONS, FULL_FORM);
  const { id, sessionUrl } = body as { id: number; sessionUrl: string };
  use(lastPart(sessionUrl));
  const anna = new Person(sessionUrl);
  await anna.look('', { 'x-forwarded-for': ADDRESS });
  await anna.agree();
  await anna.upload('front', await readFile(join(PROJECT_ROOT, 'docs/specimen/passport.jpg')));
  await until('the passport is read', async () => (await anna.step()) === 'ended');
  const report = await api.get(`${VERIFICATIONS}/${id}/document-report`);
  expect(report.body).toMatchObject({ extractedData: { documentNumber: SPECIMEN[0] } });
}

async function signInWithSecondStep(): Promise<void> {
  const dataSource = await new DataSource(dataSourceOptions(database.url)).initialize();
  try {
    const owner = new DashboardMember(server.url, ZELDA.email);
    owner.address = ADDRESS;
    use(PASSWORD);
    await owner.send(server.secret('Dashboard').split('/dashboard/')[1]!, { password: PASSWORD });
    const { app, recoveryCodes } = await setUpSecondStep({ dataSource }, owner);
    // A cookie that the service has taken back is empty.
    const cookies = [...owner.cookies.values()].filter((value) => value !== '');
    use(app.typed, app.typed.replaceAll(' ', ''), ...recoveryCodes, ...cookies);
  } finally {
    await dataSource.destroy();
  }
}

/** Refusals of every kind, which quote what was sent. */
async function beRefused(): Promise<void> {
  const password = 'a password that is quite wrong';
  const unknown = `sk_${'z'.repeat(43)}`;
  use(password, unknown);
  await new DashboardMember(server.url, ZELDA.email).send('sign-in', { email: ZELDA.email, password });
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
  const said = (words: RegExp) =>
    until(`the log says ${String(words)}`, () => server.log.some((line) => words.test(line)));
  mailbox.refuseAll({ code: 450, message: `no mails from ${MAIL_ACCOUNT.user} to ${ZELDA.email}` });
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
  'the log of whole journeys, at its most verbose, names nobody and gives away nothing',
  async () => {
    await signFast();
    await signWithCode();
    await showPassport();
    await signInWithSecondStep();
    await beRefused();
    await loseEverything();
    const log = [...server.log, ...server.output].join('\n').toLowerCase();
    const found = [...used].filter((word) => log.includes(word.toLowerCase()));
    expect(found).toEqual([]);
    expect(used.size).toBeGreaterThan(40);
  },
  LONGEST_MS,
);
