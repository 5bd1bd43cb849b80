import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import {
  type ChallengeProgress,
  type ChallengeStep,
  followChallenge,
  judgeChallenge,
  type ReceivedFrame,
} from '../identity-documents/liveness.js';
import { newLinkToken, sha256 } from '../platform/crypto/tokens.js';
import { ChallengeSource } from './challenge-source.js';
import { CHALLENGE_SECONDS, MAX_CHALLENGES } from './domain/liveness-attempts.js';
import { type IdentityVerification } from './identity-verification.entity.js';
import { LivenessChallenge } from './liveness-challenge.entity.js';
import { challengeClock } from './liveness-challenge.queries.js';
import { type AnalysedFrame, LivenessFrames, MAX_FRAMES } from './liveness-frames.js';
import { VerificationJournal } from './verification-journal.js';
import { VerificationLifecycle } from './verification-lifecycle.js';
import { VerificationOutcomes } from './verification-outcomes.js';

/** The page's view: one instruction at a time, so the next cannot be prepared for. */
export interface ChallengeView {
  /** From 1. */
  stepNumber: number;
  stepCount: number;
  instruction: ChallengeStep;
  /** Advice on what would help; never reveals which check failed. */
  hint: ChallengeProgress['hint'];
}

/** A challenge that has just started. Every frame is sent with `nonce`, which is shown once. */
export type BegunChallenge = ChallengeView & { nonce: string; secondsLeft: number };

/** The challenge that an arriving frame belongs to. */
export interface AwaitedFrame {
  challengeId: number;
  /** Milliseconds since the start of the challenge, by the database's clock. */
  receivedMs: number;
}

export interface TakenFrame {
  isKept: boolean;
  /** The next instruction; null once the challenge is over. */
  next: ChallengeView | null;
}

/** Liveness challenges. Callers hold the verification's lock and have checked that a selfie is due. */
@Injectable()
export class LivenessChallenges {
  constructor(
    private readonly source: ChallengeSource,
    private readonly frames: LivenessFrames,
    private readonly outcomes: VerificationOutcomes,
    private readonly journal: VerificationJournal,
    private readonly lifecycle: VerificationLifecycle,
  ) {}

  /**
   * Draws a new challenge. An open one ends, and counts as an attempt if its first step was reached.
   * @returns null if no attempt was left, in which case the verification has been decided
   */
  async begin(tx: EntityManager, verification: IdentityVerification): Promise<BegunChallenge | null> {
    const open = await this.findOpen(tx, verification);
    const isUnused = open !== null && !(await this.wasStarted(tx, open));
    if (open && !isUnused && (await this.end(tx, verification, open)) === 'decided') return null;
    if (open && isUnused) await this.discard(tx, open);
    const { organizationId, id: verificationId, reviewRound: round } = verification;
    const nonce = newLinkToken();
    const attempt = (await tx.countBy(LivenessChallenge, { organizationId, verificationId, round })) + 1;
    const steps = this.source.draw();
    await tx.insert(LivenessChallenge, {
      organizationId,
      verificationId,
      round,
      attempt,
      steps,
      nonceHash: sha256(nonce),
      expiresAt: () => `app_now() + interval '${CHALLENGE_SECONDS} seconds'`,
    });
    await this.journal.audit(tx, verification, 'challenge_begun', { attempt });
    return {
      nonce,
      secondsLeft: CHALLENGE_SECONDS,
      ...viewOf(steps, { reached: 0, finished: false, hint: null }),
    };
  }

  /**
   * Finds the open challenge with this nonce when a frame arrives.
   * @returns null if there is none, or if its time or frames are used up, in which case it has been judged
   */
  async expect(
    tx: EntityManager,
    verification: IdentityVerification,
    nonce: string,
  ): Promise<AwaitedFrame | null> {
    const challenge = await this.findOpen(tx, verification);
    if (!challenge?.nonceHash.equals(sha256(nonce))) return null;
    const { elapsedMs, isOver, frames } = await challengeClock(tx, challenge);
    if (!isOver && frames < MAX_FRAMES) return { challengeId: challenge.id, receivedMs: elapsedMs };
    if (await this.wasStarted(tx, challenge)) await this.end(tx, verification, challenge);
    else await this.discard(tx, challenge);
    return null;
  }

  /** Takes an analyzed frame. Drops it if a later one overtook it or its challenge has ended. */
  async take(
    tx: EntityManager,
    verification: IdentityVerification,
    challengeId: number,
    frame: Omit<AnalysedFrame, 'answeredMs'>,
  ): Promise<TakenFrame> {
    const challenge = verification.state === 'in_progress' ? await this.findOpen(tx, verification) : null;
    if (challenge?.id !== challengeId) return { isKept: false, next: null };
    const earlier = await this.frames.read(tx, challenge);
    const isLate = earlier.some(({ receivedAtMs }) => receivedAtMs >= frame.receivedMs);
    const { observation, receivedMs } = frame;
    const { elapsedMs: answeredMs } = await challengeClock(tx, challenge);
    const taken = { observation, receivedAtMs: receivedMs, answeredAtMs: answeredMs };
    const all: ReceivedFrame[] = isLate ? earlier : [...earlier, taken];
    if (!isLate) await this.frames.add(tx, challenge, all.length, { ...frame, answeredMs });
    const progress = followChallenge(challenge.steps, all);
    if (!progress.finished) return { isKept: !isLate, next: viewOf(challenge.steps, progress) };
    await this.end(tx, verification, challenge);
    return { isKept: !isLate, next: null };
  }

  private findOpen(
    tx: EntityManager,
    { organizationId, id: verificationId, reviewRound: round }: IdentityVerification,
  ): Promise<LivenessChallenge | null> {
    return tx.findOneBy(LivenessChallenge, { organizationId, verificationId, round, state: 'open' });
  }

  private async wasStarted(tx: EntityManager, challenge: LivenessChallenge): Promise<boolean> {
    return followChallenge(challenge.steps, await this.frames.read(tx, challenge)).reached > 0;
  }

  /** Not counted as an attempt: only the first instruction was shown, which is the same for everyone. */
  private async discard(tx: EntityManager, challenge: LivenessChallenge): Promise<void> {
    const { organizationId, id } = challenge;
    await this.frames.discard(tx, challenge);
    await tx.delete(LivenessChallenge, { organizationId, id });
  }

  /**
   * Judges the frames so far. A pass, a spoof and the last attempt decide the verification; otherwise the person may
   * retry.
   */
  private async end(
    tx: EntityManager,
    verification: IdentityVerification,
    challenge: LivenessChallenge,
  ): Promise<'decided' | 'again'> {
    const { organizationId, id, attempt, steps } = challenge;
    const frames = await this.frames.read(tx, challenge);
    const verdict = judgeChallenge(steps, frames, await this.frames.cameBefore(tx, challenge));
    const state = verdict.passed ? 'passed' : 'failed';
    await tx.update(LivenessChallenge, { organizationId, id, state: 'open' }, { state, verdict } as never);
    this.lifecycle.announce(tx, verification);
    await this.journal.audit(tx, verification, `challenge_${state}`, { attempt });
    if (!verdict.passed && !verdict.spoofDetected && attempt < MAX_CHALLENGES) return 'again';
    await this.outcomes.decide(tx, verification);
    return 'decided';
  }
}

function viewOf(steps: readonly ChallengeStep[], { reached, hint }: ChallengeProgress): ChallengeView {
  const index = Math.min(reached, steps.length - 1);
  return { stepNumber: index + 1, stepCount: steps.length, instruction: steps[index]!, hint };
}
