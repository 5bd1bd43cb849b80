import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { startTestApp, type TestApp, type TestOrganization } from '../support/app.js';
import {
  giveFiles,
  idsOfFiles,
  NOT_MARRIED,
  PHOTO,
  plainPicture,
  proof,
  PROOFS,
} from '../support/given-files.js';
import { Mailbox } from '../support/mailbox.js';
import { textPdf } from '../support/pdf-samples.js';
import { drawPage, SCALE } from '../support/renderers.js';
import { LANDLORD, sendForm, signForm, TENANT } from '../support/request-forms.js';
import { SigningVisitor } from '../support/signing-visitor.js';
import { until } from '../support/until.js';

const TYPED = { method: 'typed', typed: 'Anna' };

describe('files of people who sign with certificates of their own', () => {
  let mailbox: Mailbox;
  let test: TestApp;
  let acme: TestOrganization;

  beforeAll(async () => {
    mailbox = await Mailbox.start();
    test = await startTestApp({ smtpUrl: mailbox.url });
    acme = await test.createOrganization({ name: 'Acme' });
  });
  afterAll(async () => {
    await test?.close();
    await mailbox?.stop();
  });

  async function identify(visitor: SigningVisitor, email: string): Promise<void> {
    await visitor.post('code/send');
    const { location } = await visitor.post('code', { code: await mailbox.waitForCode(email) });
    expect(location).toBe('/document');
  }

  it('need the code, and are drawn before the first signature', async () => {
    const { path, tenant, landlord } = await sendForm(test, acme, { form: PROOFS, type: 'advanced' });
    const photo = { field: 'photo', name: 'keys.png', bytes: await plainPicture('#c81e1e') };
    const payslip = proof(await textPdf(1, 'Payslip'));
    expect((await giveFiles(tenant, [payslip])).location).toBe('');
    await identify(tenant, TENANT.email);
    const [, id] = idsOfFiles(await giveFiles(tenant, [payslip, photo]));
    const holder = new SigningVisitor(`${test.url}/sign/${tenant.token}`);
    expect((await holder.get(`files/${id}`)).status).toBe(404);
    expect((await signForm(tenant, { ...NOT_MARRIED, ...TYPED })).location).toBe('/done');
    await identify(landlord, LANDLORD.email);
    expect((await signForm(landlord, TYPED)).location).toBe('/done');
    await until(
      'it is completed',
      async () => (await acme.api.get(`${path}/status`)).body.status === 'completed',
    );
    const folder = await mkdtemp(join(tmpdir(), 'drawn-'));
    try {
      const file = join(folder, 'signed.pdf');
      await writeFile(file, (await acme.api.get(`${path}/document/signed`)).body as Buffer);
      const middle = { left: (PHOTO.x + PHOTO.width / 2) * SCALE, top: (PHOTO.y + PHOTO.height / 2) * SCALE };
      const pixel = sharp(await drawPage('poppler', file, 1)).extract({ ...middle, width: 1, height: 1 });
      const [red, green] = await pixel.removeAlpha().raw().toBuffer();
      expect(red! > 150 && green! < 90).toBe(true);
    } finally {
      await rm(folder, { recursive: true });
    }
  }, 240_000);
});
