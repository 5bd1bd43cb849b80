import { isHandOver, personAt } from '../../audit-chain/hand-over.js';
import { deviceWords, wordsOf } from '../../pdf/event-words.js';
import { type PhraseBook } from '../../platform/templates/phrases.js';
import { type Recipient } from '../../signatures/recipients/recipient.entity.js';
import { toChainedEvent } from '../../signatures/signature-audit.js';
import { type SignatureAuditEvent } from '../../signatures/signature-audit-event.entity.js';
import { type Signer } from '../../signatures/signers/signer.entity.js';

/** Events shown; a request with a hundred signers can have thousands. */
const MOST_SHOWN = 200;

/** Names of members, current and former, by id. */
export type MemberNames = ReadonlyMap<number, string>;

/** Whom a request's history names. */
interface People {
  signers: readonly Signer[];
  recipients: readonly Recipient[];
  members: MemberNames;
}

/**
 * What happened to a request, the newest first: in the sentences of its certificate, each with the signer it is about,
 * the member or program who did it, and the device.
 * @param book - the texts `paper`
 */
export function toHistory(trail: readonly SignatureAuditEvent[], people: People, book: PhraseBook) {
  const events = trail.map(toChainedEvent);
  const handOvers = events.filter(isHandOver);
  const signerOf = new Map(people.signers.map((signer) => [signer.id, signer]));
  const recipientOf = new Map<unknown, Recipient>(people.recipients.map((each) => [each.id, each]));
  const history = events.slice(-MOST_SHOWN).map((event) => {
    const { data, number, createdAt, signerId } = event;
    const signer = signerId === null ? undefined : signerOf.get(signerId);
    const person = signer ? personAt(handOvers, signer, event) : recipientOf.get(data.recipientId);
    return {
      number,
      createdAt,
      words: wordsOf(event, book),
      person: person && (person.name ?? person.email),
      by: typeof data.userId === 'number' ? (people.members.get(data.userId) ?? null) : null,
      isByApi: typeof data.apiKeyId === 'number',
      device: deviceWords(event, book),
      address: typeof data.ip === 'string' ? data.ip : null,
    };
  });
  return { history: history.reverse(), earlier: events.length - history.length };
}
