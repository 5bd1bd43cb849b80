import { type RecipientAction, type RecipientStatus } from './recipient.state.js';
import {
  awaitedBefore,
  awaitedOf,
  inTurn,
  isEveryoneDone,
  isReached,
  type Participants,
  reachedBetween,
} from './signing-order.policy.js';

/** What is asked of one person, apart from their place: everyone who can be in a request. */
const DEEDS = ['sign', 'approve', 'required view', 'view', 'copy'] as const;
type Deed = (typeof DEEDS)[number];
interface Role {
  deed: Deed;
  order: number | null;
}
const BLOCKING: readonly Deed[] = ['sign', 'approve', 'required view'];
const DONE = { approve: 'approved', view: 'viewed', copy: 'told' } as const;

/** Signers always have an order; the others may come before everyone. */
const ROLES: readonly Role[] = DEEDS.flatMap((deed) =>
  (deed === 'sign' ? [0, 1, 2] : [null, 0, 1, 2]).map((order) => ({ deed, order })),
);
/** Every request of one signer and one or two others, whoever they are. */
const REQUESTS = ROLES.filter(({ deed }) => deed === 'sign').flatMap((signer) =>
  ROLES.flatMap((second, at) => [
    [signer, second],
    ...ROLES.slice(at).map((third) => [signer, second, third]),
  ]),
);

/** The request after some have acted. Ids are places in the list, from 1. */
function after(roles: readonly Role[], acted: ReadonlySet<number>): Participants {
  const numbered = roles.map((role, index) => ({ ...role, id: index + 1 }));
  return {
    signers: numbered
      .filter(({ deed }) => deed === 'sign')
      .map(({ id, order }) => ({
        ...{ id, order: order! },
        status: acted.has(id) ? 'signed' : 'pending',
      })),
    recipients: numbered
      .filter(({ deed }) => deed !== 'sign')
      .map(({ id, deed, order }) => {
        const action = deed.replace('required ', '') as RecipientAction;
        const status: RecipientStatus = acted.has(id) ? DONE[action] : 'pending';
        return { id, action, order, required: BLOCKING.includes(deed), status };
      }),
  };
}

const idsOf = ({ signers, recipients }: { signers: { id: number }[]; recipients: { id: number }[] }) =>
  [...signers, ...recipients].map(({ id }) => id).sort((a, b) => a - b);

/** The same rules, written down without the policy: a place that somebody blocks holds up every later one. */
function allowed(roles: readonly Role[], acted: ReadonlySet<number>): number[] {
  const place = ({ order }: Role) => (order === null ? 0 : order + 1);
  const open = roles.filter((role, index) => BLOCKING.includes(role.deed) && !acted.has(index + 1));
  const first = Math.min(...open.map(place));
  return roles.flatMap((role, index) =>
    BLOCKING.includes(role.deed) && !acted.has(index + 1) && place(role) === first ? [index + 1] : [],
  );
}

/** All sets of people who can have acted, in every order of acting that the policy allows. */
function reachable(roles: readonly Role[]): Set<number>[] {
  const seen = new Map<string, Set<number>>([['', new Set()]]);
  const queue = [new Set<number>()];
  for (const acted of queue)
    for (const id of idsOf(inTurn(after(roles, acted)))) {
      const next = new Set([...acted, id].sort((a, b) => a - b));
      const key = [...next].join();
      if (seen.has(key)) continue;
      seen.set(key, next);
      queue.push(next);
    }
  return [...seen.values()];
}

describe('the turns of signers, approvers, readers and copies', () => {
  it('walks every request of up to three people in all their orders', () => {
    expect(REQUESTS).toHaveLength(3 * (19 + (19 * 20) / 2));
  });

  it('gives a turn to exactly those whom nobody earlier holds up', () => {
    for (const roles of REQUESTS)
      for (const acted of reachable(roles))
        expect({ roles, acted, ids: idsOf(inTurn(after(roles, acted))) }).toEqual({
          ...{ roles, acted },
          ids: allowed(roles, acted),
        });
  });

  it('leaves nobody waiting for nothing: somebody is in turn until everyone is done', () => {
    for (const roles of REQUESTS)
      for (const acted of reachable(roles)) {
        const state = after(roles, acted);
        expect(isEveryoneDone(state)).toBe(idsOf(inTurn(state)).length === 0);
        expect(isEveryoneDone(state)).toBe(
          roles.every(({ deed }, index) => !BLOCKING.includes(deed) || acted.has(index + 1)),
        );
      }
  });

  it('never waits for a copy, nor for a reader who is not required', () => {
    for (const roles of REQUESTS)
      for (const acted of reachable(roles)) {
        const ids = idsOf(awaitedOf(after(roles, acted)));
        expect(ids.filter((id) => !BLOCKING.includes(roles[id - 1]!.deed))).toEqual([]);
      }
  });

  it('says of everyone in turn that their turn has come, and of those who are held up that it has not', () => {
    for (const roles of REQUESTS)
      for (const acted of reachable(roles)) {
        const state = after(roles, acted);
        const turn = new Set(idsOf(inTurn(state)));
        for (const each of [...state.signers, ...state.recipients]) {
          const held = awaitedBefore(state, each);
          expect(isReached(state, each)).toBe(idsOf(held).length === 0);
          if (turn.has(each.id)) expect(isReached(state, each)).toBe(true);
        }
      }
  });

  it('tells everyone that their turn has come exactly once, at the start or after an act', () => {
    for (const roles of REQUESTS)
      for (const acted of reachable(roles)) {
        const order = [...acted];
        const told = new Map<number, number>();
        const tell = (ids: number[]) => ids.forEach((id) => told.set(id, (told.get(id) ?? 0) + 1));
        let state = after(roles, new Set());
        tell(
          [...state.signers, ...state.recipients]
            .filter((each) => isReached(state, each))
            .map(({ id }) => id),
        );
        for (const [index] of sortedRun(roles, order).entries()) {
          const next = after(roles, new Set(sortedRun(roles, order).slice(0, index + 1)));
          tell(idsOf(reachedBetween(state, next)));
          state = next;
        }
        for (const each of [...state.signers, ...state.recipients])
          expect(told.get(each.id) ?? 0).toBe(isReached(state, each) || each.status !== 'pending' ? 1 : 0);
      }
  });

  it('puts an approver without an order before all signers', () => {
    const approver = { deed: 'approve', order: null } as const;
    const state = after([{ deed: 'sign', order: 0 }, approver], new Set());
    expect(idsOf(inTurn(state))).toEqual([2]);
    expect(idsOf(inTurn(after([{ deed: 'sign', order: 0 }, approver], new Set([2]))))).toEqual([1]);
  });

  it('lets an approver of the same order act beside a signer, and one of a higher order after them', () => {
    const signer = { deed: 'sign', order: 1 } as const;
    expect(idsOf(inTurn(after([signer, { deed: 'approve', order: 1 }], new Set())))).toEqual([1, 2]);
    expect(idsOf(inTurn(after([signer, { deed: 'approve', order: 2 }], new Set())))).toEqual([1]);
  });
});

/** People who have acted, in an order in which they can have done so. */
function sortedRun(roles: readonly Role[], acted: readonly number[]): number[] {
  const run: number[] = [];
  const left = new Set(acted);
  while (left.size > 0) {
    const next = allowed(roles, new Set(run)).find((id) => left.has(id))!;
    run.push(next);
    left.delete(next);
  }
  return run;
}
