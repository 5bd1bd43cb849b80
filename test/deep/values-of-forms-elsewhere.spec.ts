import { ApiClient } from '../support/api-client.js';
import { giveFiles, idsOfFiles, proof } from '../support/given-files.js';
import { LoggedSite } from '../support/logged-site.js';
import { textPdf } from '../support/pdf-samples.js';
import { answers } from '../support/receiver.js';
import { signForm } from '../support/request-forms.js';
import { SIGNATURES } from '../support/samples.js';
import { SigningVisitor } from '../support/signing-visitor.js';
import { PROVEN_RENT_TEMPLATE, publishedTemplate } from '../support/templates.js';
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

let site: LoggedSite;

beforeAll(async () => {
  site = await LoggedSite.start();
}, LONGEST_MS);
afterAll(() => site?.close());

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
