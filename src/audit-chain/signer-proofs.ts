import { type ChainedEvent } from './audit-chain.js';
import { type Proof } from './evidence-document.js';

/** Events after which the link is at another address: whatever was proved or entered before does not count. */
export const CHANGES_OF_ADDRESS: readonly string[] = ['email_changed', 'handed_over'];

/** A signer's events since their email address last changed: what was proved for another address does not count. */
export function eventsOfSigner(events: readonly ChainedEvent[], signerId: number): ChainedEvent[] {
  const own = events.filter((event) => event.signerId === signerId);
  return own.slice(own.findLastIndex(({ type }) => CHANGES_OF_ADDRESS.includes(type)) + 1);
}

/** The event in which somebody sent the request, or scheduled it to be sent. */
export function sendingOf(events: readonly ChainedEvent[]): ChainedEvent | undefined {
  return events.find(({ type }) => type === 'scheduled' || type === 'sent');
}

/**
 * How a signer was identified, in chronological order: only what the audit trail contains and the signature relied on.
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
    proof('personal_link', before.find(({ type }) => type === 'opened') ?? signed),
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
