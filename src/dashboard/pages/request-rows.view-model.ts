import { type Statement } from '../../platform/templates/statement.js';
import { stateOf } from '../../signatures/domain/request-state.js';
import { OPEN_STATUSES } from '../../signatures/domain/signature.state.js';
import { inTurn } from '../../signatures/domain/signing-order.policy.js';
import { type RequestRow } from '../../signatures/lists/request-lists.js';

type State = ReturnType<typeof stateOf>;
type Signer = RequestRow['signers'][number];
type Person = Pick<Signer, 'name' | 'email'>;

/** The names of members, current and former, by id; the address of one without a name. */
type MemberNames = ReadonlyMap<number, string>;

const TONES: Partial<Record<State, string>> = {
  created: 'info',
  partially_signed: 'info',
  completed: 'good',
  rejected: 'bad',
  expired: 'warn',
};
/** States in which the deadline still matters, or is why the request ended. */
const WITH_DEADLINE: readonly State[] = ['scheduled', 'created', 'partially_signed', 'expired'];
/** Names shown in a row; the others are counted. */
const MOST_NAMES = 3;

/** A row of the list of requests. */
export function toRequestRow(row: RequestRow, members: MemberNames) {
  const state = stateOf(row);
  const { id, documentName, subject, signers, createdAt, dateSent, updatedAt, scheduledDate } = row;
  return {
    id,
    documentName,
    subject: subject === documentName ? '' : subject,
    people: namesOf(signers),
    ...toShownState(row, signers),
    next: isOpen(state) ? namesOf(nextOf(row)) : null,
    isDraft: state === 'draft',
    sendsAt: state === 'scheduled' ? scheduledDate : null,
    ended: endOf(state, row, members),
    deadline: WITH_DEADLINE.includes(state) ? row.expiresDate : null,
    // Only what a program made carries a key and no member.
    sentBy: nameOf(row.sentBy?.userId ?? null, members),
    isByApi: typeof row.sentBy?.apiKeyId === 'number',
    createdAt,
    dateSent,
    updatedAt,
  };
}

const isOpen = (state: State) => state !== 'cancelled' && OPEN_STATUSES.includes(state);

/** A request's state in words, and their colour. */
export function toShownState(
  request: Parameters<typeof stateOf>[0],
  signers: readonly Pick<Signer, 'status'>[],
): { tone: string; says: Statement } {
  const state = stateOf(request);
  return { tone: TONES[state] ?? 'none', says: wordsFor(state, signers) };
}

function wordsFor(state: State, signers: readonly Pick<Signer, 'status'>[]): Statement {
  if (!isOpen(state)) return { key: `dashboard.signatures.statuses.${state}` };
  const signed = signers.filter(({ status }) => status === 'signed').length;
  return { key: 'dashboard.signatures.signedOf', values: { signed, all: signers.length } };
}

/** Who ended the request before everyone had signed, and why. */
function endOf(
  state: State,
  { signers, recipients, cancelledBy, cancellationReason }: RequestRow,
  members: MemberNames,
) {
  if (state === 'cancelled')
    return {
      by: nameOf(cancelledBy?.userId ?? null, members),
      isByApi: typeof cancelledBy?.apiKeyId === 'number',
      why: cancellationReason,
    };
  if (state !== 'rejected') return null;
  const person = [...signers, ...recipients].find(({ status }) => status === 'rejected');
  return person ? { by: labelOf(person), isByApi: false, why: person.rejectionReason } : null;
}

const nameOf = (userId: number | null, members: MemberNames) =>
  userId === null ? null : (members.get(userId) ?? null);

const labelOf = ({ name, email }: Person) => name ?? email;

/** Whom the request waits for. */
function nextOf(row: RequestRow): Person[] {
  const { signers, recipients } = inTurn(row);
  return [...recipients, ...signers];
}

function namesOf(signers: readonly Person[]): { names: string[]; others: number } | null {
  if (signers.length === 0) return null;
  const names = signers.slice(0, MOST_NAMES).map(labelOf);
  return { names, others: signers.length - names.length };
}
