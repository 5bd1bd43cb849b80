import { standingOf } from '../../src/audit-chain/shown-entries.js';
import { verifyFile } from '../../src/commands/verify-evidence.js';
import { type SharedTestApp, sharedTestApp, type TestOrganization } from '../support/app.js';
import { patience } from '../support/patience.js';
import { textPdf } from '../support/pdf-samples.js';
import { createDraft, SIGNATURES } from '../support/samples.js';
import { visitorOf } from '../support/signing-requests.js';
import { shownOn } from '../support/signing-visitor.js';
import { trailOf } from '../support/trails.js';
import { until } from '../support/until.js';
import { pdfText } from '../support/validators.js';

const SIGNERS = 100;
const PAGES = 500;

describe('a document of 500 pages that a hundred people sign', () => {
  let test: SharedTestApp;
  let acme: TestOrganization;

  beforeAll(async () => {
    test = await sharedTestApp();
    acme = await test.createOrganization({ name: 'Meridian Notaries' });
  });

  const emailOf = (index: number) => `signer-${index}@signers.test`;

  it(
    'shows the last signer all entries, and reports for each signer what stood there',
    async () => {
      const path = `${SIGNATURES}/${await createDraft(acme.api, { type: 'fast' })}`;
      const headers = { 'content-type': 'application/pdf' };
      expect((await acme.api.put(`${path}/document`, await textPdf(PAGES), { headers })).status).toBe(200);
      const fields = Array.from({ length: SIGNERS }, (_none, index) => ({
        ...{ kind: 'text', label: `Share of ${index}`, signerEmail: emailOf(index) },
        ...{ page: 1 + ((index * 37) % PAGES), x: 60, y: 300, width: 160, height: 20 },
      }));
      expect((await acme.api.put(`${path}/document/fields`, { fields })).status).toBe(200);
      const signers = fields.map(({ signerEmail: email }, index) => ({ email, name: `Signer ${index}` }));
      const sent = await acme.api.post(`${path}/send`, { signers });
      expect(sent.status).toBe(200);
      const ids = sent.body.signers.map(({ id }: { id: number }) => id) as number[];
      const took: number[] = [];
      for (const [index, id] of ids.entries()) {
        const visitor = await visitorOf(test, acme.organizationId, id);
        const started = Date.now();
        const page = await visitor.get('consent');
        took.push(Date.now() - started);
        const [, control] = / name="(field-\d+)"/.exec(page.html)!;
        if (index === SIGNERS - 1) {
          const file = await visitor.bytes('file?download');
          const drawn = Date.now();
          const pages = pdfText(file).split('\f');
          expect(pages.filter((words) => words.includes('Not complete, not sealed')).length).toBe(
            pages.filter((words) => words.trim()).length,
          );
          for (let other = 0; other < SIGNERS - 1; other++) expect(pages.join()).toContain(`Share ${other}.`);
          const again = Date.now();
          expect((await visitor.get('file?download')).status).toBe(200);
          process.stdout.write(
            `last screen ${took.at(0)} to ${took.at(-1)} ms; ${file.length} bytes, drawn in ${drawn - started} ms, again in ${Date.now() - again} ms\n`,
          );
        }
        const form = { agree: 'yes', shown: shownOn(page), [control!]: `Share ${index}.` };
        expect((await visitor.post('consent', form)).location).toBe('/done');
      }
      await until(
        'it is completed',
        async () => (await acme.api.get(`${path}/status`)).body.status === 'completed',
        { longestMs: 180_000 },
      );
      const trail = await trailOf(test.dataSource, sent.body.id as number);
      for (const [index, id] of ids.entries()) {
        const { entries, unseen } = standingOf(trail, id)!;
        expect([entries.length, entries.every(({ agrees }) => agrees), unseen]).toEqual([index, true, []]);
      }
      const certificate = (await acme.api.get(`${path}/certificate`)).body as Buffer;
      const { exitCode, found } = await verifyFile(certificate, '');
      expect([exitCode, found.evidence!.shown.map(({ entries }) => entries.length)]).toEqual([
        0,
        ids.map((_id, index) => index),
      ]);
    },
    patience(900_000),
  );
});
