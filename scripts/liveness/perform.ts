import { type FaceEngine } from '../../src/identity-documents/engines/face/face.port.js';
import { type ChallengeStep } from '../../src/identity-documents/engines/liveness/challenge.js';
import {
  followChallenge,
  type ReceivedFrame,
} from '../../src/identity-documents/engines/liveness/follow-challenge.js';
import { observeFrame } from '../../src/identity-documents/engines/liveness/frame-observation.js';
import { type Random } from '../mrz/random.js';
import { type Moment, renderFrame, type Scene, type Subject } from './film.js';
import { type Pose } from './render-surface.js';

/** A person or attack in front of the camera, and the response to each step. */
export interface Performer {
  /** The subject during a step; a photo can be bent differently for each. */
  subjectFor: (step: ChallengeStep) => Subject;
  scene: Scene;
  /**
   * The pose for a step. `effort` starts at 1, grows with each failed attempt and shrinks if no face was
   * seen.
   */
  poseFor: (step: ChallengeStep, effort: number) => Pose;
  /** Standard deviation of the shaking in degrees; in pixels it is twice as much. */
  unrest: number;
  /** Time between two processed frames. */
  intervalMs: number;
  /** Share of the frames in which the person is talking. */
  talking?: number;
}

/** Attempts at a step before giving up. */
const MAX_TRIES = 6;

/**
 * Performs a challenge interactively: the next instruction comes once the server has seen the previous step. A failed
 * step is retried with more effort, or with less if the page reports no face. Ends when the challenge is over or a
 * step cannot be reached.
 */
export async function perform(
  engine: FaceEngine,
  steps: readonly ChallengeStep[],
  performer: Performer,
  random: Random,
): Promise<ReceivedFrame[]> {
  const frames: ReceivedFrame[] = [];
  let atMs = 300;
  let tries = 0;
  let effort = 1;
  let reached = 0;
  while (tries < MAX_TRIES) {
    const pose = performer.poseFor(steps[reached]!, effort);
    const moment: Moment = {
      pose: addShake(pose, performer.unrest, random),
      atMs,
      isBlinking: random.chance(0.06),
      mouth: random.chance(performer.talking ?? 0) ? random.next() : 0,
    };
    const subject = performer.subjectFor(steps[reached]!);
    const picture = renderFrame(performer.scene, subject, moment, random);
    const observation = await observeFrame(engine, picture);
    frames.push({ observation, receivedAtMs: Math.round(atMs), answeredAtMs: Math.round(atMs) });
    atMs += performer.intervalMs * random.between(0.8, 1.3);
    const progress = followChallenge(steps, frames);
    if (progress.finished) break;
    const isFurther = progress.reached > reached;
    tries = isFurther ? 0 : tries + 1;
    if (isFurther) effort = 1;
    else if (observation.faces.length === 0) effort *= 0.8;
    else if (progress.hint === 'turn_further' || tries > 2) effort *= 1.15;
    reached = progress.reached;
  }
  return frames;
}

function addShake(pose: Pose, unrest: number, random: Random): Pose {
  return {
    yaw: pose.yaw + unrest * random.gaussian(),
    pitch: pose.pitch + unrest * random.gaussian(),
    roll: pose.roll + unrest * random.gaussian(),
    distance: pose.distance * (1 + 0.004 * unrest * random.gaussian()),
    dx: pose.dx + 2 * unrest * random.gaussian(),
    dy: pose.dy + 2 * unrest * random.gaussian(),
  };
}
