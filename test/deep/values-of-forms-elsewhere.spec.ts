import { ApiClient } from '../support/api-client.js';
import { BULK_SENDS, CSV } from '../support/bulk-sends.js';
import { giveFiles, idsOfFiles, proof } from '../support/given-files.js';
import { LoggedSite } from '../support/logged-site.js';
import { textPdf } from '../support/pdf-samples.js';
import { answers } from '../support/receiver.js';
import { signForm } from '../support/request-forms.js';
import { createDraft, SIGNATURES } from '../support/samples.js';
import { SigningVisitor } from '../support/signing-visitor.js';
import { PROVEN_RENT_TEMPLATE, publishedTemplate, RENT_TEMPLATE } from '../support/templates.js';
import { until } from '../support/until.js';

const LONGEST_MS = 300_000;
const ZELDA = { email: 'zelda.quibble@people.test', name: 'Zelda Quibbleworth' };
const RENT = '773311';
const [NOTE, WRONG, NICKNAME, FILE] = [
  'a gallivanting clause',
  '99 wombats',
  'Snollygoster',
  'hornswoggle.pdf',
];
const text = (key: string, y: number) => ({
  ...{ key, kind: 'text', role: 'tenant', label: `The ${key}` },
  places: [{ document: 1, page: 1, x: 72, y, width: 240, height: 20 }],
});
const TEMPLATE = {
  ...PROVEN_RENT_TEMPLATE,
  fields: [...PROVEN_RENT_TEMPLATE.fields, text('note', 300), text('nickname', 340)],
};

const OTTO = { email: 'otto@people.test', name: 'Otto Quagmirelli' };
/** A role with a text, in a draft as in a template. */
const MEMO = text('memo', 400);
const ROLES = [{ key: 'tenant', order: 1 }];

let site: LoggedSite;

beforeAll(async () => {
  site = await LoggedSite.start();
}, LONGEST_MS);
afterAll(() => site?.close());

/** Receives every event of the organization. */
async function inboxOf() {
  const inbox = site.receiver.newInbox();
  inbox.answerAlways(answers.status(200));
  await site.server.cli('webhook:set', '--organization', '1', '--url', inbox.url);
  const told = () => inbox.requests.map(({ body }) => body.toString()).join('\n');
  return { told, has: (type: string) => until(`${type} is delivered`, () => told().includes(type)) };
}

/** None of the words may be in the log, and none but those of `people` in a webhook. */
function expectNowhere(told: string, words: readonly string[], people: readonly (typeof ZELDA)[]): void {
  site.use(...words, ...people.flatMap(({ email, name }) => [email, ...name.split(' ')]));
  expect(site.search().found).toEqual([]);
  expect(words.filter((word) => told.includes(word))).toEqual([]);
}

it(
  'what a sender fills into drafts is in no log and in no webhook, however the request ends',
  async () => {
    const api = new ApiClient(site.server.url, site.server.secret('API key'));
    const { told, has } = await inboxOf();
    const [WORD, LONG, REFUSED, ENTERED] = ['flibbertigibbet', 'lollygagging', 'cattywampus', 'bumfuzzled'];
    const draftOf = async () => {
      const path = `${SIGNATURES}/${await createDraft(api, { type: 'fast' })}`;
      const headers = { 'content-type': 'application/pdf' };
      expect((await api.put(`${path}/document`, await textPdf(1), { headers })).status).toBe(200);
      return path;
    };
    const define = (path: string, field: object) =>
      api.put(`${path}/form`, { roles: ROLES, signers: { tenant: OTTO.email }, fields: [field] });
    for (const end of ['rejected', 'cancelled']) {
      const path = await draftOf();
      const bad = { ...MEMO, value: REFUSED, validation: { maxLength: 3 } };
      expect((await define(path, bad)).body.code).toBe('value_invalid');
      expect((await define(path, { ...MEMO, value: WORD })).status).toBe(200);
      const wrong = await api.put(`${path}/form/values`, { values: { memo: LONG.repeat(30) } });
      expect(wrong.body.code).toBe('value_invalid');
      expect((await api.put(`${path}/form/values`, { values: { memo: LONG } })).status).toBe(200);
      const since = site.mailbox.mails.length;
      expect((await api.post(`${path}/send`, { signers: [{ ...OTTO, order: 1 }] })).status).toBe(200);
      const otto = new SigningVisitor(await linkSince(since));
      await otto.post('entries', { 'entry-memo': ENTERED });
      if (end === 'rejected') await otto.post('reject', { reason: 'No thanks', confirmed: 'yes' });
      else expect((await api.delete(path)).status).toBe(200);
      await has(`signature.${end}`);
    }
    expectNowhere(told(), [WORD, LONG, REFUSED, ENTERED], [OTTO]);
  },
  LONGEST_MS,
);

/** The link of the first mail to Otto after so many mails. */
async function linkSince(count: number): Promise<string> {
  const found = () =>
    site.mailbox.mails
      .slice(count)
      .filter(({ recipients }) => recipients.includes(OTTO.email))
      .map(({ text: words }) => /https?:\/\/\S+\/sign\/[\w-]+/.exec(words ?? '')?.[0])
      .find((link) => link !== undefined);
  await until('the invitation arrives', () => found() !== undefined);
  return found()!;
}

it(
  'rows of a bulk send are in no log and in no webhook, right or wrong',
  async () => {
    const api = new ApiClient(site.server.url, site.server.secret('API key'));
    const { told, has } = await inboxOf();
    const [RIGHT, WRONG_ROW, REFERENCE, RENT_SENT] = ['widdershins', 'brouhahas', 'gardyloo-17', '448822'];
    const definition = { ...RENT_TEMPLATE, fields: [...RENT_TEMPLATE.fields, MEMO] };
    const template = await publishedTemplate({ api }, definition);
    const templateId = Number(template.split('/').at(-1));
    const made = await api.post(BULK_SENDS, { name: 'Rents', templateId });
    const path = `${BULK_SENDS}/${made.body.id}`;
    const rows = (rent: string, memo: string) =>
      Buffer.from(
        `reference,tenant.email,tenant.name,rent,memo\r\n${REFERENCE},${OTTO.email},${OTTO.name},${rent},${memo}`,
      );
    const wrong = await api.put(`${path}/rows`, rows(WRONG_ROW, RIGHT), CSV);
    expect(JSON.stringify(wrong.body)).toContain('value_invalid');
    const put = await api.put(`${path}/rows`, rows(RENT_SENT, RIGHT), CSV);
    expect([put.status, put.body.code]).toEqual([200, undefined]);
    const started = await api.post(`${path}/start`, {});
    expect([started.status, started.body.code]).toEqual([200, undefined]);
    await until('the row is sent', async () =>
      JSON.stringify((await api.get(path)).body).includes('"created":1'),
    );
    await has('signature.created');
    expectNowhere(told(), [RIGHT, WRONG_ROW, REFERENCE, RENT_SENT], [OTTO]);
  },
  LONGEST_MS,
);

it(
  'what is filled into a form is in no log and in no webhook',
  async () => {
    const { server, mailbox } = site;
    const api = new ApiClient(server.url, server.secret('API key'));
    const inbox = site.receiver.newInbox();
    inbox.answerAlways(answers.status(200));
    await server.cli('webhook:set', '--organization', '1', '--url', inbox.url);

    const path = await publishedTemplate({ api }, TEMPLATE);
    const roles = { tenant: ZELDA };
    const refused = await api.post(`${path}/send`, { roles, values: { rent: WRONG, note: NOTE } });
    expect(refused.body.code).toBe('value_invalid');
    const values = { rent: RENT, note: NOTE };
    const sent = await api.post(`${path}/send`, { roles, values, readOnly: ['note'] });
    expect(sent.status).toBe(201);

    const zelda = new SigningVisitor(await mailbox.waitForSigningLink(ZELDA.email));
    const entries = { 'entry-rent': RENT, 'entry-nickname': NICKNAME };
    await zelda.post('entries', { ...entries, 'entry-rent': WRONG });
    const given = await giveFiles(zelda, [{ ...proof(await textPdf(1)), name: FILE }]);
    expect(idsOfFiles(given)).toHaveLength(1);
    await signForm(zelda, entries);
    const request = `${SIGNATURES}/${sent.body.id}`;
    await until(
      'it is completed',
      async () => (await api.get(`${request}/status`)).body.status === 'completed',
    );
    const data = await api.get(`${request}/form-data`);
    expect(JSON.stringify(data.body)).toContain(NICKNAME);
    await until('its completion is delivered', () =>
      inbox.requests.some(({ body }) => body.toString().includes('signature.completed')),
    );

    site.use(RENT, NOTE, WRONG, NICKNAME, FILE, ZELDA.email, ...ZELDA.name.split(' '));
    expect(site.search().found).toEqual([]);
    const delivered = inbox.requests.map(({ body }) => body.toString()).join('\n');
    const told = [RENT, NOTE, WRONG, NICKNAME, FILE].filter((word) => delivered.includes(word));
    expect(told).toEqual([]);
    expect(delivered).toContain(ZELDA.email);
  },
  LONGEST_MS,
);
