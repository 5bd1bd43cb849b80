export type LivenessGateId =
  'one_face' | 'same_person' | 'poses_in_order' | 'depth' | 'continuous' | 'fresh_frames';

/** `uncertain`: between the values of real people and of attacks. */
type LivenessOutcome = 'clear' | 'uncertain' | 'fail' | 'not_run';

export interface LivenessGate {
  id: LivenessGateId;
  outcome: LivenessOutcome;
  /** The measured value and its limit; larger is better. */
  score: number | null;
  threshold: number | null;
}

export function gate(
  id: LivenessGateId,
  outcome: LivenessOutcome,
  score: number,
  threshold: number,
): LivenessGate {
  return { id, outcome, score: round(score), threshold };
}

export const clearIf = (isClear: boolean): LivenessOutcome => (isClear ? 'clear' : 'fail');

/** A gate without enough frames to run. */
export const notRun = (id: LivenessGateId): LivenessGate => ({
  id,
  outcome: 'not_run',
  score: null,
  threshold: null,
});

/** Four decimals; 0 for infinities and NaN, which JSON cannot hold. */
export const round = (value: number) => (Number.isFinite(value) ? Math.round(value * 10_000) / 10_000 : 0);
