/** Public face of the liveness engine: the challenge, its progress and the verdict. */
export { type ChallengeStep, drawChallenge } from './engines/liveness/challenge.js';
export {
  type ChallengeProgress,
  followChallenge,
  type ReceivedFrame,
} from './engines/liveness/follow-challenge.js';
export { judgeChallenge, type LivenessVerdict } from './engines/liveness/judge-challenge.js';
