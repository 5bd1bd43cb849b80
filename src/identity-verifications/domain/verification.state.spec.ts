import { canMove } from '../../common/transitions.js';
import {
  isFinal,
  statusOf,
  VERIFICATION_STATES,
  VERIFICATION_TRANSITIONS,
  type VerificationState,
} from './verification.state.js';

const LEGAL: [VerificationState, VerificationState][] = [
  ['pending', 'in_progress'],
  ['pending', 'expired'],
  ['in_progress', 'reviewing'],
  ['in_progress', 'completed'],
  ['in_progress', 'failed'],
  ['in_progress', 'expired'],
  ['reviewing', 'completed'],
  ['reviewing', 'failed'],
  ['reviewing', 'in_progress'],
];
const isLegal = (from: string, to: string) => LEGAL.some(([a, b]) => a === from && b === to);
const PAIRS = VERIFICATION_STATES.flatMap((from) => VERIFICATION_STATES.map((to) => [from, to] as const));

describe('states of a verification', () => {
  test.each(PAIRS)('allows %s → %s exactly where intended', (from, to) => {
    expect(canMove(VERIFICATION_TRANSITIONS, from, to)).toBe(isLegal(from, to));
  });

  test('reaches every state from pending', () => {
    const reached = new Set<VerificationState>(['pending']);
    for (const state of reached) VERIFICATION_TRANSITIONS[state].forEach((next) => reached.add(next));
    expect([...reached].sort()).toEqual([...VERIFICATION_STATES].sort());
  });

  test('lets nothing follow completed, failed and expired', () => {
    expect(VERIFICATION_STATES.filter(isFinal)).toEqual(['completed', 'failed', 'expired']);
  });

  test('shows callers a review as failed', () => {
    expect(VERIFICATION_STATES.map(statusOf)).toEqual([
      'pending',
      'in_progress',
      'completed',
      'failed',
      'expired',
      'failed',
    ]);
  });
});
