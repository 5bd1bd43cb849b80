import { hash as digest } from 'node:crypto';
import { isSafeInteger, isSha256, isText, listOf, objectOf } from '../common/shapes.js';
import { type ChainedEvent } from './audit-chain.js';
import { canonicalJson } from './canonical-json.js';

/** What a signer left in the document. */
export interface SignerEntries {
  signerId: number;
  /** From the event in which they signed, in hex; empty for events older than salts. */
  salt: string;
  /** As printed; null if only the signer's address is known. */
  name: string | null;
  /** SHA-256 over the canonical JSON of the mark. */
  markSha256: string;
  witnessName: string | null;
  /** SHA-256 of what was entered into each field, by the field's id. */
  fields: readonly { id: number; sha256: string }[];
  /** Of a request with a form: what the event states about it. */
  form?: unknown;
}

/**
 * What the document contained as shown to a signer: the file, and the others' entries. Digests are lower-case hex.
 */
export interface Shown {
  documentSha256: string;
  signers: { signerId: number; entriesSha256: string }[];
}

/** SHA-256 over the canonical JSON of what a signer left (docs/evidence.md). */
export function entriesSha256({ fields, ...rest }: SignerEntries): string {
  return sha256Of({ ...rest, fields: [...fields].sort((a, b) => a.id - b.id) });
}

/** SHA-256 over the canonical JSON of everything shown. */
export const shownSha256 = (shown: Shown): string => sha256Of(shown);

const sha256Of = (value: unknown) => digest('sha256', canonicalJson(value), 'hex');

const MAX_SIGNERS = 1_000;
const isShown = objectOf({
  documentSha256: isSha256,
  signers: listOf(objectOf({ signerId: isSafeInteger, entriesSha256: isSha256 }), MAX_SIGNERS),
});
const isEntered = listOf(objectOf({ id: isSafeInteger, sha256: isSha256 }), 100_000);

/**
 * What was shown, according to an event of the type `signed`; null if it was erased, or recorded by a version that
 * did not store it.
 */
export const shownIn = ({ data }: Pick<ChainedEvent, 'data'>): Shown | null =>
  isShown(data.shown) ? (data.shown as Shown) : null;

/** The digest of a signer's entries, recomputed from the event in which they signed; null if that lacks the data. */
export function entriesIn({ signerId, data }: ChainedEvent): string | null {
  const { salt = '', name = null, markSha256, witnessName = null, fields = [], form } = data;
  if (signerId === null || !isText(salt) || !isSha256(markSha256) || !isEntered(fields)) return null;
  const common = { signerId, salt, name, markSha256, witnessName, fields } as SignerEntries;
  const entries = form === undefined ? common : { ...common, form };
  try {
    return entriesSha256(entries);
  } catch {
    return null;
  }
}

/** A person whose entries were in the document when another signed. */
export interface StandingEntries {
  signerId: number;
  /** As shown to the signer. */
  entriesSha256: string;
  /** Whether it matches the digest of that signer's earlier entries in the trail; null if those were erased. */
  agrees: boolean | null;
}

/** What the document contained when somebody signed it. */
export interface Standing {
  documentSha256: string;
  entries: StandingEntries[];
  /** Earlier signers whose entries were not shown: they signed at nearly the same time. */
  unseen: number[];
}

/** Null if the trail does not state it, or the signer has not signed. */
export function standingOf(events: readonly ChainedEvent[], signerId: number): Standing | null {
  const own = signingsIn(events).get(signerId);
  return own ? standingIn(events, own) : null;
}

/** The same for any event in which somebody acted on what they were shown. */
export function standingIn(events: readonly ChainedEvent[], own: ChainedEvent): Standing | null {
  const signings = signingsIn(events);
  const shown = shownIn(own);
  if (!shown) return null;
  const before = [...signings.values()].filter(({ number }) => number < own.number);
  const signed = new Map(before.map((event) => [event.signerId!, event]));
  const agrees = ({ signerId, entriesSha256: stated }: Shown['signers'][number]) => {
    const event = signed.get(signerId);
    // The remains deliberately have neither salt nor digests.
    if (event?.erasedIn !== undefined) return null;
    return event !== undefined && entriesIn(event) === stated;
  };
  const entries = shown.signers.map((each) => ({ ...each, agrees: agrees(each) }));
  const seen = new Set(entries.map((each) => each.signerId));
  const unseen = [...signed.keys()].filter((id) => !seen.has(id));
  return { documentSha256: shown.documentSha256, entries, unseen };
}

/** The events in which people signed, by signer. */
export function signingsIn<Event extends Pick<ChainedEvent, 'signerId' | 'type'>>(
  events: readonly Event[],
): Map<number, Event> {
  const signed = events.filter(({ type, signerId }) => type === 'signed' && signerId !== null);
  return new Map(signed.map((event) => [event.signerId!, event]));
}
