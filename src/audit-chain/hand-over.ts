import { type ChainedEvent } from './audit-chain.js';

/** A person who signs, or would have signed. */
export interface Person {
  /** Null if the sender gave none. */
  name: string | null;
  email: string;
}

/** A signer had another person sign instead, giving a reason. */
export interface HandOver {
  from: Person;
  to: Person;
  reason: string;
}

export const isHandOver = ({ type }: Pick<ChainedEvent, 'type'>): boolean => type === 'handed_over';

/** The facts of an event of the type `handed_over`, without those of the device. */
export function handOverFacts({ from, to, reason }: HandOver): Record<string, unknown> {
  return { from: from.email, fromName: from.name, to: to.email, toName: to.name, reason };
}

/** Replaces an erased name or address of a person. */
export const ERASED = 'erased';

export function handOverIn({ data }: Pick<ChainedEvent, 'data'>): HandOver {
  return {
    from: { name: textOrNull(data.fromName), email: textOrNull(data.from) ?? ERASED },
    to: { name: textOrNull(data.toName), email: textOrNull(data.to) ?? ERASED },
    reason: textOrNull(data.reason) ?? ERASED,
  };
}

/** The events in which a signer was replaced, in order. */
export function handOversOf<Event extends Pick<ChainedEvent, 'signerId' | 'type'>>(
  events: readonly Event[],
  signerId: number,
): Event[] {
  return events.filter((event) => event.signerId === signerId && isHandOver(event));
}

/**
 * The signer at the time of an event: whoever handed over next, or else the person who signed.
 * @param events at least those in which signers handed over
 */
export function personAt(
  events: readonly ChainedEvent[],
  { id, name, email }: Person & { id: number },
  { number }: Pick<ChainedEvent, 'number'>,
): Person {
  const next = handOversOf(events, id).find((event) => event.number >= number);
  return next ? handOverIn(next).from : { name, email };
}

/** A person as named in mails and documents. */
export const nameAndAddress = ({ name, email }: Person): string =>
  name === null ? email : `${name} (${email})`;

const textOrNull = (value: unknown) => (typeof value === 'string' ? value : null);
