import { ApiClient } from '../support/api-client.js';
import { DashboardMember } from '../support/dashboard-member.js';
import { Mailbox } from '../support/mailbox.js';
import { Person } from '../support/person.js';
import { createDraft, SIGNATURES } from '../support/samples.js';
import { ServerProcess } from '../support/server-process.js';
import { SigningVisitor } from '../support/signing-visitor.js';
import { until } from '../support/until.js';
import { FULL_FORM, VERIFICATIONS } from '../support/verifications.js';

const LONGEST_MS = 180_000;
const ZELDA = { email: 'zelda.quibble@people.test', name: 'Zelda Quibbleworth' };
const ENDPOINT = 'https://8.8.8.8/receive?secret=wEbHoOkSeCrEt';
const AGENT = 'Zeldas-Browser/1.0';

it(
  'the log of a whole journey, at its most verbose, names nobody and gives away nothing',
  async () => {
    const mailbox = await Mailbox.start();
    const server = await ServerProcess.prepare({ LOG_LEVEL: 'trace', SMTP_URL: mailbox.url });
    try {
      await server.start();
      const apiKey = server.secret('API key');
      const api = new ApiClient(server.url, apiKey);
      const used = new Set([apiKey, ENDPOINT, AGENT, ZELDA.email, ...ZELDA.name.split(' ')]);
      await server.cliAnyway('webhook:set', '--organization', '1', '--url', ENDPOINT);

      const id = await createDraft(api, { originalDocumentName: 'Quibbleworth lease' });
      await api.post(`${SIGNATURES}/${id}/send`, { signers: [ZELDA], subject: 'Dear Zelda Quibbleworth' });
      const mail = await mailbox.waitForMailTo(ZELDA.email);
      const link = /http:\S+\/sign\/[0-9a-f]{64}/.exec(mail.text!)![0];
      used.add(link.split('/').at(-1)!);
      const zelda = new SigningVisitor(link);
      await zelda.get('document');
      await zelda.post('consent', { agree: 'yes' }, { 'user-agent': AGENT });
      await until('it is completed', async () => {
        const { body } = await api.get(`${SIGNATURES}/${id}/status`);
        return body.status === 'completed';
      });

      const { body } = await api.post(VERIFICATIONS, {
        ...FULL_FORM,
        email: ZELDA.email,
        lastName: 'Quibbleworth',
      });
      used.add(String(body.sessionUrl).split('/').at(-1)!).add(FULL_FORM.firstName);
      await new Person(body.sessionUrl as string, () => Promise.resolve(false)).agree();

      const password = 'a password that is quite wrong';
      used.add(password);
      await new DashboardMember(server.url, ZELDA.email).send('sign-in', { email: ZELDA.email, password });
      // Refusals of every kind.
      const unknown = `sk_${'z'.repeat(43)}`;
      used.add(unknown);
      await new ApiClient(server.url, unknown).get(SIGNATURES);
      await api.post(`${SIGNATURES}/${id}/send`, { signers: [{ email: `not ${ZELDA.email}` }] });
      await api.get(`${SIGNATURES}?recipients=${encodeURIComponent(ZELDA.email)}&unknown=Quibbleworth`);
      await fetch(`${server.url}/sign/${'f'.repeat(64)}/Quibbleworth?email=${ZELDA.email}`);
      await fetch(`${server.url}/api/v1/signatures`, {
        method: 'POST',
        headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
        body: `{"Quibbleworth": ${ZELDA.email}`,
      });
      await server.cliAnyway('person:erase', '--organization', '1', '--email', ZELDA.email, '--dry-run');

      const log = [...server.log, ...server.output].join('\n').toLowerCase();
      expect(server.log.length).toBeGreaterThan(0);
      const found = [...used].filter((word) => log.includes(word.toLowerCase()));
      expect(found).toEqual([]);
    } finally {
      await server.close();
      await mailbox.stop();
    }
  },
  LONGEST_MS,
);
