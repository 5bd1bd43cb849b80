/** What other rooms may know of the liveness engine: the challenge, how far it is, and the verdict. */
export { type ChallengeStep, drawChallenge } from './engines/liveness/challenge.js';
export {
  type ChallengeProgress,
  followChallenge,
  type ReceivedFrame,
} from './engines/liveness/follow-challenge.js';
export { judgeChallenge, type LivenessVerdict } from './engines/liveness/judge-challenge.js';
