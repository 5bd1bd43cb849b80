import { type Page } from 'playwright-core';
import sharp from 'sharp';
import { type PhotoAnalysis } from '../../src/identity-verifications/domain/document-photo.js';
import { VerificationImage } from '../../src/identity-verifications/verification-image.entity.js';
import { AskAgain } from '../../src/manual-review/ask-again.js';
import { ReviewsService } from '../../src/manual-review/reviews.service.js';
import { Transactions } from '../../src/platform/database/transactions.js';
import { type TestApp, type TestOrganization } from './app.js';
import { sendWrong, type Stop, submit } from './page-stops.js';
import { renderPassport } from './passport-renderer.js';
import { addFilm, caseWithoutPictures } from './review-cases.js';
import { SignerChecks } from './signer-checks.js';
import { ANNA, sendRequest, type SentRequest } from './signing-requests.js';
import { beginShortVerification, beginVerification, TestVerification } from './verifications.js';

const PICTURE = await sharp({ create: { width: 1200, height: 800, channels: 3, background: '#aac' } })
  .png()
  .toBuffer();

const choose = (buffer: Buffer) => (page: Page) =>
  page.setInputFiles('input[type=file]', { name: 'card.png', mimeType: 'image/png', buffer });

async function choosePhoto(page: Page): Promise<void> {
  await choose(PICTURE)(page);
  await page.locator('[data-upload-preview]:not([hidden])').waitFor();
}

async function sendNoPicture(page: Page): Promise<void> {
  await choose(Buffer.from('not a picture'))(page);
  await sendWrong(page);
}

/** Like a browser that does not check forms. */
async function sendNoChoice(page: Page): Promise<void> {
  await page.evaluate('document.querySelector("form:has(.choices)").noValidate = true');
  await submit(page);
  await page.locator('[data-errors]').waitFor();
}

async function failToOpenCamera(page: Page): Promise<void> {
  await page.locator('[data-selfie-begin]').click();
  await page.locator('[data-selfie-problem]').waitFor();
}

/** Every page of the person's journey and each result, in an application whose clock it moves. */
export async function verificationStops(test: TestApp, acme: TestOrganization): Promise<Stop[]> {
  const stops = new VerificationStops(test, acme);
  await stops.make();
  return stops.made;
}

class VerificationStops {
  readonly made: Stop[] = [];
  private readonly checks: SignerChecks;

  constructor(
    private readonly test: TestApp,
    private readonly acme: TestOrganization,
  ) {
    this.checks = new SignerChecks(test, acme);
  }

  async make(): Promise<void> {
    const forgotten = await this.begin();
    const toSign = await this.checkToSign();
    const undecided = await this.waiting();
    await this.test.database.moveClock('25 hours');
    await forgotten.untilStatus('expired');
    await undecided.untilDone('verification.review%');
    this.stop('expired', forgotten);
    this.made.push({ name: 'expired-to-sign', address: toSign.address });
    this.stop('rejected-undecided', undecided);
    await this.makeSteps();
    await this.makePhotos();
    await this.makeFaces();
    await this.makeResults();
    for (const page of ['', 'verify-document'])
      this.made.push({ name: page || 'home', address: `${this.test.url}/${page}` });
  }

  private begin(changes: object = {}): Promise<TestVerification> {
    return beginVerification(this.test, this.acme, changes);
  }

  private waiting(changes: object = {}): Promise<TestVerification> {
    return caseWithoutPictures(this.test, this.acme, changes);
  }

  private stop(name: string, { person }: TestVerification, page = '', act?: Stop['act']): void {
    this.made.push({ name, address: `${person.sessionUrl}${page}`, ...(act && { act }) });
  }

  private async makeSteps(): Promise<void> {
    for (const verificationMethod of ['document', 'combined', 'liveness'])
      this.stop(`start-${verificationMethod}`, await this.begin({ verificationMethod }));
    const choosing = await beginShortVerification(this.test, this.acme);
    this.stop('start-any-document', choosing);
    const chosen = await beginShortVerification(this.test, this.acme);
    await chosen.person.agree();
    this.stop('document-type', chosen);
    this.stop('document-type-missing', chosen, '', sendNoChoice);
  }

  private async makePhotos(): Promise<void> {
    const passport = await this.agreed({});
    this.stop('passport', passport);
    this.stop('passport-chosen', passport, '', choosePhoto);
    this.stop('passport-refused', passport, '', sendNoPicture);
    this.stop('cancel', passport, '/cancel');
    const licence = await beginShortVerification(this.test, this.acme);
    await licence.person.agree();
    await licence.person.post('/document-type', { documentType: 'drivers_license' });
    this.stop('licence-front', licence);
    const card = await this.agreed({ documentType: 'id_card' });
    await this.addPhoto(card, 'accepted');
    this.stop('card-back', card);
    const blurred = await this.agreed({ documentType: 'id_card' });
    await this.addPhoto(blurred, 'retake');
    this.stop('card-again', blurred);
    const checking = await this.agreed({ verificationMethod: 'combined' });
    await this.addPhoto(checking, 'waiting');
    this.stop('checking', checking);
    const asked = await this.asked('document', 'front', 'not_the_original');
    this.stop('photo-asked', asked);
    this.stop('cancel-asked', asked, '/cancel');
  }

  private async makeFaces(): Promise<void> {
    const face = await this.agreed({ verificationMethod: 'liveness' });
    this.stop('face', face);
    this.stop('face-no-camera', face, '', failToOpenCamera);
    const again = await this.agreed({ verificationMethod: 'liveness' });
    await addFilm(this.test, this.acme, again);
    this.stop('face-again', again);
    this.stop('face-asked', await this.asked('liveness', 'face', 'covered'));
  }

  private async makeResults(): Promise<void> {
    this.stop('reviewing', await this.waiting());
    for (const approve of [true, false]) {
      const decided = await this.waiting();
      await this.get(ReviewsService).decide({ verificationId: decided.id, approve, reason: 'looked at it' });
      this.stop(approve ? 'approved' : 'rejected', decided);
    }
    const outdated = await this.begin();
    await outdated.sendPhoto(await renderPassport({ expiryDate: '2019-04-15' }));
    this.stop('rejected-outdated', outdated);
    const stopped = await beginShortVerification(this.test, this.acme);
    await stopped.person.look();
    await stopped.person.post('/cancel');
    this.stop('cancelled', stopped);
    const toSign = await this.checkToSign();
    await this.checks.review(await this.checks.askHuman(toSign.request), true);
    this.made.push({ name: 'approved-to-sign', address: toSign.address });
  }

  private async agreed(changes: object): Promise<TestVerification> {
    const session = await this.begin(changes);
    await session.person.agree();
    return session;
  }

  /** A session that a reviewer has opened again. */
  private async asked(verificationMethod: string, part: string, reason: string): Promise<TestVerification> {
    const session = await this.waiting({ verificationMethod });
    const { organizationId } = this.acme;
    const verificationId = session.id;
    await this.get(Transactions).run((tx) =>
      this.get(AskAgain).ask(tx, { organizationId, verificationId, part, reason }),
    );
    const { sessionUrl } = await session.read();
    return new TestVerification(this.test, this.acme, verificationId, sessionUrl);
  }

  /** Adds a photo as it is before, during or after its analysis. */
  private async addPhoto({ id: verificationId }: TestVerification, analysis: PhotoAnalysis): Promise<void> {
    await this.test.dataSource.manager.insert(VerificationImage, {
      organizationId: this.acme.organizationId,
      verificationId,
      side: 'front',
      attempt: 1,
      mimeType: 'image/jpeg',
      sizeBytes: 1,
      sha256: Buffer.alloc(32),
      analysis,
      retakeReason: analysis === 'retake' ? 'blurred' : null,
    });
  }

  /** The check of a person who is to sign. */
  private async checkToSign(): Promise<{ request: SentRequest; address: string }> {
    const request = await sendRequest(this.test, this.acme, 'fast', [ANNA], { requireVerification: true });
    const { token } = await this.checks.begin(request.visitors[0]!);
    return { request, address: `${this.test.url}/verify/${token}` };
  }

  private get<Service>(type: new (...needs: never[]) => Service): Service {
    return this.test.app.get<Service>(type, { strict: false });
  }
}
