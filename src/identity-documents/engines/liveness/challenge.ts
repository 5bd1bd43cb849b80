/** What the person must do; left and right are the person's. */
export const CHALLENGE_STEPS = ['straight_ahead', 'turn_left', 'turn_right', 'come_closer'] as const;
export type ChallengeStep = (typeof CHALLENGE_STEPS)[number];

const MOVES: readonly ChallengeStep[] = ['turn_left', 'turn_right', 'come_closer'];

/**
 * All 22 sequences of three or four moves with both turns and no repeated move. 'Come closer' occurs at most once,
 * because staying close would satisfy a second one.
 */
const SEQUENCES = [3, 4].flatMap(sequencesOf).filter(isUsable);

/**
 * Draws a challenge: straight ahead, the reference for everything else, then a random sequence.
 * `pick` must return a uniform random number below its argument from an unpredictable generator.
 */
export function drawChallenge(pick: (choices: number) => number): ChallengeStep[] {
  return ['straight_ahead', ...SEQUENCES[pick(SEQUENCES.length)]!];
}

function sequencesOf(length: number): ChallengeStep[][] {
  if (length === 0) return [[]];
  return sequencesOf(length - 1).flatMap((order) =>
    MOVES.filter((move) => move !== order.at(-1)).map((move) => [...order, move]),
  );
}

function isUsable(order: readonly ChallengeStep[]): boolean {
  const closer = order.filter((move) => move === 'come_closer').length;
  return closer <= 1 && order.includes('turn_left') && order.includes('turn_right');
}
