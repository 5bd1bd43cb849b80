import sharp from 'sharp';
import { filmPortrait } from '../../scripts/liveness/camera-film.js';
import { renderCardFront } from '../../scripts/mrz/render-card-front.js';
import { type ChallengeStep } from '../../src/identity-documents/liveness.js';
import { LivenessChallenge } from '../../src/identity-verifications/liveness-challenge.entity.js';
import { LivenessFrames } from '../../src/identity-verifications/liveness-frames.js';
import { sha256 } from '../../src/platform/crypto/tokens.js';
import { FileStore } from '../../src/platform/storage/file-store.js';
import { type SharedTestApp, type TestOrganization } from './app.js';
import { cardBack } from './card-back.js';
import { type DashboardMember, formTokenIn } from './dashboard-member.js';
import { livenessOf } from './document-findings.js';
import { landmarkFilm } from './landmark-films.js';
import { renderPassport } from './passport-renderer.js';
import { beginVerification, type TestVerification } from './verifications.js';

const STEPS: ChallengeStep[] = ['straight_ahead', 'turn_left', 'turn_right', 'come_closer'];
/** One for each frame, so each can be distinguished from the others. */
const GREYS = [40, 65, 90, 115, 140, 165, 190, 215];

/** A verification that waits for a reviewer because its document has another name. */
export async function caseWithPassport(
  test: SharedTestApp,
  owner: TestOrganization,
  changes: object = {},
): Promise<TestVerification> {
  const passport = await renderPassport({}, { background: 'desk' });
  const session = await beginVerification(test, owner, {
    firstName: 'John',
    lastName: 'Smith',
    ...changes,
  });
  await session.sendPhoto(passport);
  return session;
}

/** A verification that waits for a reviewer because the barcode on the back, with this text, is not a licence's. */
export async function caseWithBarcode(
  test: SharedTestApp,
  owner: TestOrganization,
  text: string,
): Promise<TestVerification> {
  const session = await beginVerification(test, owner, { documentType: 'drivers_license' });
  const { person } = session;
  await person.agree();
  await person.post('/document-type', { documentType: 'drivers_license', country: 'US' });
  const content = {
    title: 'DRIVER LICENSE',
    fields: [['1', 'DOE'] as const],
    portrait: await filmPortrait(),
  };
  await person.upload('front', await renderCardFront(content, { pageWidth: 1_200, background: 'desk' }));
  await person.afterChecking();
  await person.upload('back', await cardBack(text));
  await person.afterChecking();
  await person.askHuman();
  return session;
}

/** A verification that waits for a reviewer without any picture. */
export async function caseWithoutPictures(
  test: SharedTestApp,
  owner: TestOrganization,
  changes: object = {},
): Promise<TestVerification> {
  const session = await beginVerification(test, owner, { verificationMethod: 'liveness', ...changes });
  await session.person.agree();
  await session.person.askHuman();
  return session;
}

/** A verification by document and face that waits for a reviewer, with a film that shows the document's holder. */
export async function caseWithFace(
  test: SharedTestApp,
  owner: TestOrganization,
  changes: object = {},
): Promise<TestVerification> {
  const portrait = await filmPortrait();
  const passport = await renderPassport({ portrait }, { background: 'desk' });
  const session = await beginVerification(test, owner, { verificationMethod: 'combined', ...changes });
  await session.sendPhoto(passport);
  await session.person.askHuman();
  await addFilm(test, owner, session, (index) =>
    sharp(portrait)
      .resize(480, 640)
      .modulate({ brightness: 0.8 + 0.05 * index })
      .jpeg()
      .toBuffer(),
  );
  return session;
}

/** Adds a judged challenge of eight frames; its verdict chose the third. */
export async function addFilm(
  { app, dataSource: { manager } }: SharedTestApp,
  { organizationId }: TestOrganization,
  { id: verificationId }: TestVerification,
  picture: (index: number) => Promise<Buffer> = greyFrame,
): Promise<void> {
  const { identifiers } = await manager.insert(LivenessChallenge, {
    organizationId,
    verificationId,
    attempt: 1,
    nonceHash: sha256(`${verificationId}`),
    steps: STEPS,
    state: 'failed',
    verdict: { ...livenessOf().verdict, passed: false, selfieFrame: 2 },
    expiresAt: () => 'app_now()',
  } as never);
  const challenge = await manager.findOneByOrFail(LivenessChallenge, identifiers[0]!);
  for (const [index, frame] of landmarkFilm(STEPS, { shape: 'head' }).entries()) {
    const jpeg = await picture(index);
    await app.get(LivenessFrames, { strict: false }).add(manager, challenge, index + 1, {
      receivedMs: frame.receivedAtMs,
      answeredMs: frame.answeredAtMs,
      storageKey: await app.get(FileStore, { strict: false }).put(organizationId, jpeg),
      sha256: sha256(jpeg),
      observation: frame.observation,
    });
  }
}

function greyFrame(index: number): Promise<Buffer> {
  const grey = GREYS[index]!;
  const background = { r: grey, g: grey, b: grey };
  return sharp({ create: { width: 480, height: 640, channels: 3, background } })
    .jpeg()
    .toBuffer();
}

/** What a reviewer does with a case at the dashboard. */
export const reviewing = {
  open: (member: DashboardMember, { id }: TestVerification) => member.get(`reviews/${id}`),

  /** Posts without opening the case, which would claim it. */
  async post(member: DashboardMember, { id }: TestVerification, what: string, fields: object = {}) {
    const formToken = formTokenIn(await member.get('account'))!;
    return member.post(`reviews/${id}/${what}`, { formToken, ...fields });
  },

  approve: (member: DashboardMember, session: TestVerification) =>
    reviewing.post(member, session, 'decision', { result: 'approved', because: 'agrees' }),

  reject: (member: DashboardMember, session: TestVerification) =>
    reviewing.post(member, session, 'decision', {
      result: 'rejected',
      because: 'otherName',
      words: ' Not her. ',
    }),
};
