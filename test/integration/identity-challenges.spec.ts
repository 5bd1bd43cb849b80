import { randomBytes } from 'node:crypto';
import { type ReceivedFrame } from '../../src/identity-documents/engines/liveness/follow-challenge.js';
import { type ChallengeStep } from '../../src/identity-documents/liveness.js';
import { ChallengeSource } from '../../src/identity-verifications/challenge-source.js';
import { LivenessChallenge } from '../../src/identity-verifications/liveness-challenge.entity.js';
import { LivenessChallenges } from '../../src/identity-verifications/liveness-challenges.js';
import { LivenessFrame } from '../../src/identity-verifications/liveness-frame.entity.js';
import { VerificationQueries } from '../../src/identity-verifications/verification.queries.js';
import { AskAgain } from '../../src/manual-review/ask-again.js';
import { ReviewsService } from '../../src/manual-review/reviews.service.js';
import { Transactions } from '../../src/platform/database/transactions.js';
import { type DomainEvent } from '../../src/platform/events/domain-events.js';
import { EventBus } from '../../src/platform/events/event-bus.js';
import { FileStore } from '../../src/platform/storage/file-store.js';
import { startTestApp, type TestApp, type TestOrganization } from '../support/app.js';
import { signedIn } from '../support/dashboard-member.js';
import { inDepth } from '../support/in-depth.js';
import { landmarkFilm, type Shown } from '../support/landmark-films.js';
import { Person } from '../support/person.js';
import { beginVerification, type TestVerification } from '../support/verifications.js';

const STEPS: ChallengeStep[] = ['straight_ahead', 'turn_right', 'turn_left', 'come_closer'];
const HEAD: Shown = { shape: 'head' };

interface Answer {
  status: number;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  body: any;
}

describe('the liveness challenge', () => {
  let app: TestApp;
  let acme: TestOrganization;
  const told: DomainEvent[] = [];

  beforeAll(async () => {
    app = await startTestApp();
    acme = await app.createOrganization();
    await signedIn(app, acme, 'reviewer');
    app.app.get(ChallengeSource, { strict: false }).draw = () => STEPS;
    app.app.get(EventBus).listen(async (_tx, event) => void told.push(event));
  });
  afterAll(() => app?.close());

  /** The events that say how it ended, without their common prefix. */
  const endsOf = ({ id }: TestVerification) =>
    told
      .filter(({ data, type }) => data.id === id && /\.(completed|failed)$/.test(type))
      .map(({ type }) => type.replace('identity_verification.', ''));

  async function facing(): Promise<TestVerification> {
    const session = await beginVerification(app, acme, { verificationMethod: 'liveness' });
    await session.person.agree();
    return session;
  }

  async function post(session: TestVerification, path: string, init: RequestInit = {}): Promise<Answer> {
    const response = await fetch(session.person.sessionUrl + path, { method: 'POST', ...init });
    return { status: response.status, body: await response.json() };
  }

  const sendFrame = (session: TestVerification, nonce: string, bytes: Buffer) =>
    post(session, '/frames', {
      body: new Uint8Array(bytes),
      headers: { 'content-type': 'image/jpeg', 'x-challenge-nonce': nonce },
    });

  /** Processes frames as the engine saw them, one after another, and returns the response to the last. */
  async function show(
    session: TestVerification,
    frames: readonly ReceivedFrame[],
    pictureOf: (index: number) => Buffer = () => randomBytes(32),
  ) {
    const challenges = app.app.get(LivenessChallenges, { strict: false });
    const { organizationId } = acme;
    let last: Awaited<ReturnType<LivenessChallenges['take']>> | undefined;
    for (const [index, { observation, receivedAtMs: receivedMs }] of frames.entries()) {
      const storageKey = await app.app.get(FileStore).put(organizationId, Buffer.from('a frame'));
      last = await app.app.get(Transactions).run(async (tx) => {
        const locked = await app.app
          .get(VerificationQueries, { strict: false })
          .lock(tx, organizationId, session.id);
        const open = await tx.findOne(LivenessChallenge, {
          where: { verificationId: session.id, state: 'open' },
          order: { id: 'DESC' },
        });
        const frame = { receivedMs, storageKey, sha256: pictureOf(index), observation };
        return challenges.take(tx, locked!.verification, open?.id ?? 0, frame);
      });
      if (last.next === null) break;
    }
    return last;
  }

  it('passes a head that follows the instructions, shown one at a time', async () => {
    const session = await facing();
    const begun = await post(session, '/challenge');
    expect(begun).toEqual({
      status: 201,
      body: {
        nonce: expect.stringMatching(/^[0-9a-f]{64}$/),
        secondsLeft: 60,
        stepNumber: 1,
        stepCount: 4,
        instruction: 'straight_ahead',
        hint: null,
      },
    });
    const film = landmarkFilm(STEPS, HEAD);
    const between = await show(session, film.slice(0, 3));
    expect(between).toMatchObject({ isKept: true, next: { stepNumber: expect.any(Number), stepCount: 4 } });
    expect(await show(session, film.slice(3))).toMatchObject({ next: null });

    expect(await session.read()).toMatchObject({ status: 'completed' });
    const { body } = await session.report();
    expect(body).toMatchObject({
      result: 'approved',
      livenessResult: { passed: true, spoofDetected: false },
      matchScore: 0,
      reasons: [],
    });
    expect(body.livenessResult.score).toBeGreaterThan(0);
    expect(await session.audit()).toEqual(
      expect.arrayContaining(['challenge_begun', 'challenge_passed', 'decided']),
    );
    expect((await session.person.look()).heading).toBe('Your identity is confirmed');
  });

  test('rejects a spoof with another person’s face at once, without saying why', async () => {
    const session = await facing();
    await post(session, '/challenge');
    const [one, other] = [landmarkFilm(STEPS, HEAD), landmarkFilm(STEPS, { ...HEAD, person: 2 })];
    await show(session, [...one.slice(0, 4), ...other.slice(4)]);
    expect((await session.report()).body).toMatchObject({
      result: 'rejected',
      livenessResult: { passed: false, spoofDetected: true },
      reasons: ['spoof_detected', 'liveness_failed'],
    });
    const page = await session.person.look();
    expect(page.heading).toBe('We could not confirm your identity');
    expect(page.html).not.toMatch(/spoof|depth|photo|liveness/i);
  });

  test('allows three attempts at the challenge, then rejects', async () => {
    const session = await facing();
    const wrong = landmarkFilm(['straight_ahead', 'turn_left', 'turn_right', 'come_closer'], HEAD);
    for (const attempt of [1, 2, 3]) {
      expect(await session.person.step()).toBe(`selfie-${attempt}`);
      await post(session, '/challenge');
      await show(session, wrong);
      if (attempt < 3) expect((await session.person.look()).html).toContain('Let’s try once more');
    }
    expect((await session.report()).body).toMatchObject({
      result: 'rejected',
      livenessResult: { passed: false, spoofDetected: false },
      reasons: ['liveness_failed'],
    });
    expect(await post(session, '/challenge')).toEqual({ status: 200, body: { state: 'over' } });
  });

  test('leaves doubt after three attempts to a reviewer', async () => {
    const session = await facing();
    const film = landmarkFilm(STEPS, { ...HEAD, relief: 0.5, turn: 48 });
    for (const attempt of [1, 2, 3]) {
      expect(await session.person.step()).toBe(`selfie-${attempt}`);
      await post(session, '/challenge');
      await show(session, film);
    }
    expect((await session.report()).body).toMatchObject({
      result: 'manual_review',
      livenessResult: { passed: false, spoofDetected: false },
      reasons: ['liveness_failed'],
    });
    expect((await session.person.look()).heading).toBe('A person will review this');
  });

  test('a challenge lasts a minute of the database’s clock; an unused one does not count', async () => {
    const session = await facing();
    for (let reload = 0; reload < 5; reload++) await post(session, '/challenge');
    expect(await session.person.step()).toBe('selfie-1');
    const { body } = await post(session, '/challenge');
    await show(session, landmarkFilm(STEPS, HEAD).slice(0, 4));
    await app.database.moveClock('61 seconds');
    expect((await sendFrame(session, body.nonce, Buffer.from('late'))).body).toEqual({ state: 'over' });
    expect(await session.person.step()).toBe('selfie-2');
    expect(await session.read()).toMatchObject({ status: 'in_progress' });
  });

  inDepth(
    'ignores data that is not a frame; refuses another nonce, another session and no nonce',
    async () => {
      const [session, other] = [await facing(), await facing()];
      const { nonce } = (await post(session, '/challenge')).body;
      const { nonce: foreign } = (await post(other, '/challenge')).body;
      for (const wrong of ['', 'x', foreign, 'a'.repeat(64)])
        expect((await sendFrame(session, wrong, Buffer.from('frame'))).body).toEqual({ state: 'over' });
      for (const bytes of [Buffer.from('no picture'), Buffer.alloc(10)])
        expect((await sendFrame(session, nonce, bytes)).body).toEqual({ state: 'going_on' });
      const tooLarge = await sendFrame(session, nonce, Buffer.alloc(1_600_000));
      expect(tooLarge.status).toBe(413);
      expect(await app.dataSource.manager.countBy(LivenessFrame, { verificationId: session.id })).toBe(0);
      expect(await session.person.step()).toBe('selfie-1');
    },
  );

  test('does not keep a frame that was overtaken, and accepts none after the end', async () => {
    const session = await facing();
    await post(session, '/challenge');
    const [first, second] = landmarkFilm(STEPS, HEAD);
    await show(session, [second!]);
    expect(await show(session, [first!])).toMatchObject({ isKept: false, next: { stepNumber: 1 } });
    await session.person.askHuman();
    expect(await show(session, [second!])).toEqual({ isKept: false, next: null });
    expect((await session.report()).body).toMatchObject({ result: 'manual_review', livenessResult: null });
  });

  /** A challenge that a reviewer asks to repeat, answered at the new link with this film. */
  async function askedAgain(film: readonly ReceivedFrame[]): Promise<TestVerification> {
    const session = await facing();
    await post(session, '/challenge');
    await show(session, landmarkFilm(STEPS, HEAD).slice(0, 4));
    await post(session, '/challenge');
    expect(await session.person.step()).toBe('selfie-2');
    await session.person.askHuman();
    const { organizationId } = acme;
    const asked = { organizationId, verificationId: session.id, part: 'face', reason: 'dark' };
    await app.app.get(Transactions).run((tx) => app.app.get(AskAgain).ask(tx, asked));

    const { sessionUrl } = await session.read();
    const person = new Person(sessionUrl);
    expect(await person.step()).toBe('selfie-1');
    expect((await person.look()).html).toContain('Your face was too dark in the last pictures.');
    expect((await fetch(`${sessionUrl}/challenge`, { method: 'POST' })).status).toBe(201);
    await show(session, film);
    return session;
  }

  const ownFace = landmarkFilm(STEPS, HEAD);
  const anothersFace = [...ownFace.slice(0, 4), ...landmarkFilm(STEPS, { ...HEAD, person: 2 }).slice(4)];
  inDepth.each([
    ['the face again, and approves', ownFace, true, 'completed'],
    ['the face again, and rejects what was a spoof', anothersFace, false, 'failed'],
  ])('begins anew, at a new link, when a reviewer asks for %s', async (_what, film, approve, end) => {
    const session = await askedAgain(film);
    expect((await session.report()).body).toMatchObject({
      result: 'manual_review',
      reasons: expect.arrayContaining(['human_requested']),
      livenessResult: { passed: approve, spoofDetected: !approve },
    });
    expect(endsOf(session)).toEqual([]);
    const decision = { verificationId: session.id, approve, reason: 'Looked at it' };
    await app.app.get(ReviewsService).decide(decision);
    expect(await session.read()).toMatchObject({ status: end });
    expect(endsOf(session)).toEqual([end]);
  });

  inDepth('an attempt without a face does not count, and leaves nothing behind', async () => {
    const session = await facing();
    const dark = landmarkFilm(STEPS, HEAD).map((frame) => ({
      ...frame,
      observation: { ...frame.observation, faces: [], fingerprint: 'black' },
    }));
    for (let time = 0; time < 4; time++) {
      const { nonce } = (await post(session, '/challenge')).body;
      await show(session, dark);
      await app.database.moveClock('61 seconds');
      expect((await sendFrame(session, nonce, Buffer.from('late'))).body).toEqual({ state: 'over' });
      expect(await session.person.step()).toBe('selfie-1');
      expect(await app.dataSource.manager.countBy(LivenessFrame, { verificationId: session.id })).toBe(0);
    }
    expect(await session.read()).toMatchObject({ status: 'in_progress' });
  });

  test('frames that passed one challenge do not pass another', async () => {
    const film = landmarkFilm(STEPS, HEAD);
    const pictures = film.map(() => randomBytes(32));
    const results = [];
    for (let time = 0; time < 2; time++) {
      const session = await facing();
      await post(session, '/challenge');
      await show(session, film, (index) => pictures[index]!);
      results.push((await session.report()).body.result);
    }
    expect(results).toEqual(['approved', 'rejected']);
  });

  test('drops a frame that arrives while another is analyzed', async () => {
    const session = await facing();
    const { nonce } = (await post(session, '/challenge')).body;
    const answers = await Promise.all([1, 2, 3].map((at) => sendFrame(session, nonce, Buffer.alloc(9, at))));
    expect(answers.map(({ body }) => body)).toEqual(Array(3).fill({ state: 'going_on' }));
  });

  test('encrypts frames and descriptors, and erases them with everything else', async () => {
    const session = await facing();
    await post(session, '/challenge');
    await show(session, landmarkFilm(STEPS, HEAD));
    const frames = () => app.dataSource.manager.findBy(LivenessFrame, { verificationId: session.id });
    expect((await frames())[0]!.observationSealed!.includes(Buffer.from('descriptor'))).toBe(false);
    await acme.api.delete(`/api/v1/identity-verifications/${session.id}/media`);
    for (const frame of await frames())
      expect(frame).toMatchObject({ storageKey: null, observationSealed: null });
    const challenge = await app.dataSource.manager.findOneByOrFail(LivenessChallenge, {
      verificationId: session.id,
    });
    expect(challenge.verdict).toEqual({ passed: true, score: 1, spoofDetected: false, inDoubt: false });
  });

  test('draws no challenge before consent, nor for the method document', async () => {
    const early = await beginVerification(app, acme, { verificationMethod: 'liveness' });
    const document = await beginVerification(app, acme);
    await document.person.agree();
    for (const session of [early, document])
      expect(await post(session, '/challenge')).toEqual({ status: 200, body: { state: 'over' } });
    expect((await document.person.askHuman()).heading).toBe('A person will review this');
  });
});
