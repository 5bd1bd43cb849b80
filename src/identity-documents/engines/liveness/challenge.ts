/** What the person is asked to do; left and right are the person's own. */
export const CHALLENGE_STEPS = ['straight_ahead', 'turn_left', 'turn_right', 'come_closer'] as const;
export type ChallengeStep = (typeof CHALLENGE_STEPS)[number];

const MOVES: readonly ChallengeStep[] = ['turn_left', 'turn_right', 'come_closer'];

/**
 * Every order of three or four moves in which both turns occur and no move follows itself: 22 in all. 'Come closer' is
 * asked for once at most: a second time it would be fulfilled by staying.
 */
const ORDERS = [3, 4].flatMap(ordersOf).filter(isAsked);

/**
 * Draws a challenge: straight ahead, by which everything else is measured, then one of ORDERS.
 * `pick` gives a number below its argument, each as likely as the others, from a generator that nobody can foresee.
 */
export function drawChallenge(pick: (choices: number) => number): ChallengeStep[] {
  return ['straight_ahead', ...ORDERS[pick(ORDERS.length)]!];
}

function ordersOf(length: number): ChallengeStep[][] {
  if (length === 0) return [[]];
  return ordersOf(length - 1).flatMap((order) =>
    MOVES.filter((move) => move !== order.at(-1)).map((move) => [...order, move]),
  );
}

function isAsked(order: readonly ChallengeStep[]): boolean {
  const closer = order.filter((move) => move === 'come_closer').length;
  return closer <= 1 && order.includes('turn_left') && order.includes('turn_right');
}
