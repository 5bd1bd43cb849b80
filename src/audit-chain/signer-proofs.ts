import { type ChainedEvent } from './audit-chain.js';
import { type Proof } from './evidence-document.js';

/** Events after which the link is at another address: earlier proofs and entries no longer count. */
export const CHANGES_OF_ADDRESS: readonly string[] = ['email_changed', 'handed_over'];

/** Acts by which a person proves to have opened a page: using an input device, or submitting a form. */
export const OPENING_ACTS = ['pointer', 'touch', 'key', 'scroll', 'form'] as const;

export type OpeningAct = (typeof OPENING_ACTS)[number];

/**
 * Whether the event is a person's opening of a link. Earlier versions recorded `opened`, without an `act`, when the
 * link was first fetched, which mail scanners posing as browsers do too.
 */
export const isOpening = ({ type, data }: Pick<ChainedEvent, 'type' | 'data'>): boolean =>
  type === 'opened' && OPENING_ACTS.some((act) => act === data.act);

/** What the event proves: an `opened` of earlier versions proves no more than `link_fetched`. */
export const kindOf = (event: Pick<ChainedEvent, 'type' | 'data'>): string =>
  event.type === 'opened' && !isOpening(event) ? 'link_fetched' : event.type;

/** A signer's events since their email address last changed: proofs for another address do not count. */
export function eventsOfSigner<Event extends Pick<ChainedEvent, 'signerId' | 'type'>>(
  events: readonly Event[],
  signerId: number,
): Event[] {
  const own = events.filter((event) => event.signerId === signerId);
  return own.slice(own.findLastIndex(({ type }) => CHANGES_OF_ADDRESS.includes(type)) + 1);
}

/** The event in which a person opened the signer's present link; undefined if there is none. */
export function openingOf<Event extends Pick<ChainedEvent, 'signerId' | 'type' | 'data'>>(
  events: readonly Event[],
  signerId: number,
): Event | undefined {
  return eventsOfSigner(events, signerId).find(isOpening);
}

/** The event in which the request was sent, or scheduled to be sent. */
export function sendingOf(events: readonly ChainedEvent[]): ChainedEvent | undefined {
  return events.find(({ type }) => type === 'scheduled' || type === 'sent');
}

/**
 * How a signer was identified, in chronological order: only what the audit trail contains and the signature relied
 * on.
 */
export function proofsOf(events: readonly ChainedEvent[], signerId: number): Proof[] {
  const own = eventsOfSigner(events, signerId);
  const signed = own.findLast(({ type }) => type === 'signed');
  if (!signed) return [];
  const before = own.filter(({ number }) => number < signed.number);
  const last = (type: string) => before.findLast((event) => event.type === type);
  const check = before.findLast(
    ({ type, data }) => type === 'identity_passed' && data.verificationId === signed.data.verificationId,
  );
  const proofs = [
    proof('personal_link', before.find(isOpening) ?? signed),
    signed.data.codeVerified === true && proof('one_time_code', last('code_verified')),
    proof('identity_verification', check),
    typeof signed.data.witnessName === 'string' && proof('host', signed),
  ];
  return proofs.filter((each) => each !== false && each !== null).sort((a, b) => (a.at < b.at ? -1 : 1));
}

function proof(kind: Proof['kind'], event: ChainedEvent | undefined): Proof | null {
  if (!event) return null;
  const { verificationId } = event.data;
  const isCheck = kind === 'identity_verification' && typeof verificationId === 'number';
  return { kind, at: event.createdAt, verificationId: isCheck ? verificationId : null };
}
