import { canMove } from '../../common/transitions.js';
import { DELIVERY_STATUSES, DELIVERY_TRANSITIONS } from './webhook-delivery.state.js';

describe('a delivery', () => {
  const legal = new Set(['pending success', 'pending failed']);
  const pairs = DELIVERY_STATUSES.flatMap((from) => DELIVERY_STATUSES.map((to) => [from, to] as const));

  it.each(pairs)('moves a delivery from %s to %s only if the contract allows it', (from, to) => {
    expect(canMove(DELIVERY_TRANSITIONS, from, to)).toBe(legal.has(`${from} ${to}`));
  });
});
