import { type ChainedEvent } from '../../../audit-chain/audit-chain.js';
import { TOMBSTONE } from '../../../audit-chain/hash-chain.js';
import { CHANGES_OF_ADDRESS } from '../../../audit-chain/signer-proofs.js';
import { Mentions } from '../../../common/mentions.js';
import { emailKey } from '../../../common/validation/email.decorator.js';

/** The data kept of an event about an erased person: nothing that could identify them. */
const IMPERSONAL: ReadonlySet<string> = new Set([
  'act',
  'action',
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
  'id',
  'locale',
  'mail',
  'method',
  'n',
  'presentedSha256',
  'recipientId',
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

/** Somebody who does not sign. Only signers have a name on a document that was checked. */
type TracedRecipient = Omit<TracedSigner, 'verifiedName'>;

/** The traces of a person in a request's audit trail. */
export interface PersonTraces {
  /** The recipients that the person currently is. */
  recipientIds: number[];
  /** The signers that the person currently is. */
  signerIds: number[];
  /** The person's events as a signer or a recipient, including before handing over or an address change. */
  own: ReadonlySet<number>;
  /** Whether it is one of them, or names the person, such as another signer's consent to a document with that name. */
  mentions(event: ChainedEvent): boolean;
  /** The person's address and names in this request. */
  words: Mentions;
}

export function tracesOf(
  email: string,
  { signers, recipients }: { signers: readonly TracedSigner[]; recipients: readonly TracedRecipient[] },
  trail: readonly ChainedEvent[],
): PersonTraces {
  const key = emailKey(email);
  const isPerson = (address: unknown) => typeof address === 'string' && emailKey(address) === key;
  const mine = signers.filter((signer) => isPerson(signer.email));
  const others = recipients.filter((recipient) => isPerson(recipient.email));
  const turns = [
    ...signers.map(({ id, email: now }) => turnsOf(trail, ({ signerId }) => signerId === id, now)),
    ...recipients.map(({ id, email: now }) => turnsOf(trail, ({ data }) => data.recipientId === id, now)),
  ];
  const ownEvents = turns.flatMap((each) =>
    each.flatMap(({ address, events }) => (isPerson(address) ? events : [])),
  );
  const changes = trail.filter(({ type }) => CHANGES_OF_ADDRESS.includes(type));
  const names = [
    ...mine.flatMap(({ name, verifiedName }) => [name, verifiedName]),
    ...others.map(({ name }) => name),
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
    recipientIds: others.map(({ id }) => id),
    own,
    words,
    mentions: ({ number, data }) => own.has(number) || words.isIn(data),
  };
}

/** The events of a signer or a recipient, divided by person. */
function turnsOf(
  trail: readonly ChainedEvent[],
  isOwn: (event: ChainedEvent) => boolean,
  addressNow: string,
): { address: unknown; events: ChainedEvent[] }[] {
  const turns: { address: unknown; events: ChainedEvent[] }[] = [];
  let events: ChainedEvent[] = [];
  for (const event of trail.filter(isOwn)) {
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
