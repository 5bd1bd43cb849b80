import { type ChainedEvent } from '../../../audit-chain/audit-chain.js';
import { TOMBSTONE } from '../../../audit-chain/hash-chain.js';
import { CHANGES_OF_ADDRESS } from '../../../audit-chain/signer-proofs.js';
import { Mentions } from '../../../common/mentions.js';
import { emailKey } from '../../../common/validation/email.decorator.js';

/** The data kept of an event about an erased person: nothing that could identify them. */
const IMPERSONAL: ReadonlySet<string> = new Set([
  'act',
  'apiKeyId',
  'cause',
  'certificateSha256',
  'codeVerified',
  'document',
  'documentSha256',
  'documents',
  'drawnElsewhere',
  'forbidden',
  'form',
  'formFieldsLeftOut',
  'formFieldsSha256',
  'formSha256',
  'locale',
  'mail',
  'method',
  'presentedSha256',
  'recipients',
  'removed',
  'seal',
  'sealCertificateSha256',
  'sha256',
  'shown',
  'signers',
  'userId',
  'verificationId',
  'version',
]);

interface TracedSigner {
  id: number;
  email: string;
  name: string | null;
  verifiedName: string | null;
}

/** The traces of a person in a request's audit trail. */
export interface PersonTraces {
  /** The signers that the person currently is. */
  signerIds: number[];
  /** The person's events as a signer, including before handing over or an address change. */
  own: ReadonlySet<number>;
  /** Whether it is one of them, or names the person, such as another signer's consent to a document with that name. */
  mentions(event: ChainedEvent): boolean;
  /** The person's address and names in this request. */
  words: Mentions;
}

export function tracesOf(
  email: string,
  signers: readonly TracedSigner[],
  trail: readonly ChainedEvent[],
): PersonTraces {
  const key = emailKey(email);
  const isPerson = (address: unknown) => typeof address === 'string' && emailKey(address) === key;
  const mine = signers.filter((signer) => isPerson(signer.email));
  const ownEvents = signers.flatMap(({ id, email: now }) =>
    turnsOf(trail, id, now).flatMap(({ address, events }) => (isPerson(address) ? events : [])),
  );
  const changes = trail.filter(({ type }) => CHANGES_OF_ADDRESS.includes(type));
  const names = [
    ...mine.flatMap(({ name, verifiedName }) => [name, verifiedName]),
    ...ownEvents.map(({ type, data }) => (type === 'signed' ? data.name : null)),
    ...changes.flatMap(({ data: { from, fromName, to, toName } }) => [
      isPerson(from) && fromName,
      isPerson(to) && toName,
    ]),
  ].filter((name) => typeof name === 'string');
  const words = new Mentions([email.trim(), ...names]);
  const own = new Set(ownEvents.map(({ number }) => number));
  return {
    signerIds: mine.map(({ id }) => id),
    own,
    words,
    mentions: ({ number, data }) => own.has(number) || words.isIn(data),
  };
}

/** A signer's events, divided by person. */
function turnsOf(
  trail: readonly ChainedEvent[],
  signerId: number,
  addressNow: string,
): { address: unknown; events: ChainedEvent[] }[] {
  const turns: { address: unknown; events: ChainedEvent[] }[] = [];
  let events: ChainedEvent[] = [];
  for (const event of trail.filter((each) => each.signerId === signerId)) {
    events.push(event);
    if (!CHANGES_OF_ADDRESS.includes(event.type)) continue;
    turns.push({ address: event.data.from, events });
    events = [];
  }
  return [...turns, { address: addressNow, events }];
}

/** The data left of an event when a person is erased; other people's data stays. */
export function remainsOf(
  { number, data }: ChainedEvent,
  { own, words }: PersonTraces,
): ChainedEvent['data'] {
  const isOwn = own.has(number);
  const stays = ([name, value]: [string, unknown]) =>
    name !== 'salt' &&
    (!isOwn || IMPERSONAL.has(name) || name === 'to' || name === 'toName') &&
    !words.isIn(value);
  return Object.fromEntries(Object.entries(data).filter(stays));
}

/**
 * The data left of an event when everybody is erased. Tombstones stay unchanged, since they vouch for other events.
 */
export function impersonalOf({ type, data }: ChainedEvent): ChainedEvent['data'] {
  if (type === TOMBSTONE) return data;
  return Object.fromEntries(Object.entries(data).filter(([name]) => IMPERSONAL.has(name)));
}
