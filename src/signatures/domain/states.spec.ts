import { assertMove, canMove, IllegalMoveError, sourcesOf } from '../../common/transitions.js';
import { SIGNATURE_STATUSES, SIGNATURE_TRANSITIONS, type SignatureStatus } from './signature.state.js';
import { SIGNER_STATUSES, SIGNER_TRANSITIONS, type SignerStatus } from './signer.state.js';
import { awaitedBefore, inTurn } from './signing-order.policy.js';

const LEGAL_SIGNATURE_MOVES = new Set([
  'draft→created',
  'draft→scheduled',
  'scheduled→created',
  'scheduled→expired',
  'created→partially_signed',
  'created→completed',
  'created→rejected',
  'created→expired',
  'partially_signed→completed',
  'partially_signed→rejected',
  'partially_signed→expired',
]);
const LEGAL_SIGNER_MOVES = new Set(['pending→signed', 'pending→rejected']);

const pairs = <State extends string>(states: readonly State[]) =>
  states.flatMap((from) => states.map((to): [State, State] => [from, to]));

describe('signature request states', () => {
  it.each(pairs<SignatureStatus>(SIGNATURE_STATUSES))(
    'allows a request to move from %s to %s only where intended',
    (from, to) => {
      const legal = LEGAL_SIGNATURE_MOVES.has(`${from}→${to}`);
      expect(canMove(SIGNATURE_TRANSITIONS, from, to)).toBe(legal);
      const move = () => assertMove(SIGNATURE_TRANSITIONS, from, to);
      if (legal) expect(move).not.toThrow();
      else expect(move).toThrow(IllegalMoveError);
    },
  );

  it('reaches every state from a draft', () => {
    for (const status of SIGNATURE_STATUSES) {
      if (status !== 'draft') expect(sourcesOf(SIGNATURE_TRANSITIONS, status)).not.toEqual([]);
    }
  });
});

describe('signer states', () => {
  it.each(pairs<SignerStatus>(SIGNER_STATUSES))(
    'allows a signer to move from %s to %s only where intended',
    (from, to) => {
      expect(canMove(SIGNER_TRANSITIONS, from, to)).toBe(LEGAL_SIGNER_MOVES.has(`${from}→${to}`));
    },
  );
});

describe('the signing order', () => {
  const signer = (id: number, order: number, status: SignerStatus = 'pending') => ({ id, order, status });
  const ids = (signers: { id: number }[]) => signers.map(({ id }) => id);

  it('lets equal orders sign in parallel, and the next after all of them', () => {
    const signers = [signer(1, 1), signer(2, 1), signer(3, 2)];
    expect(ids(inTurn({ signers, recipients: [] }).signers)).toEqual([1, 2]);
    expect(ids(awaitedBefore({ signers, recipients: [] }, signers[2]!).signers)).toEqual([1, 2]);
    const later = [signer(1, 1, 'signed'), signer(2, 1, 'signed'), signer(3, 2)];
    expect(ids(inTurn({ signers: later, recipients: [] }).signers)).toEqual([3]);
    expect(awaitedBefore({ signers: later, recipients: [] }, later[2]!).signers).toEqual([]);
  });

  it('gives nobody a turn once all have signed', () => {
    expect(inTurn({ signers: [signer(1, 0, 'signed')], recipients: [] }).signers).toEqual([]);
  });
});
