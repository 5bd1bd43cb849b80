import { type ChainedEvent } from '../../audit-chain/audit-chain.js';
import { kindOf } from '../../audit-chain/signer-proofs.js';
import { type PhraseBook, say } from '../../platform/templates/phrases.js';

/** Describes an event. One of an unknown type is described by its type. */
export function wordsOf(event: ChainedEvent, book: PhraseBook): string {
  const type = kindOf(event);
  const { data } = event;
  if (!has(book, `events.${type}`)) return type.replaceAll('_', ' ');
  const kind = `mails.${String(data.mail)}`;
  const mail = say(book, has(book, kind) ? kind : 'mails.any');
  return say(book, `events.${type}`, { mail, reason: String(data.reason), id: String(data.verificationId) });
}

const has = ({ texts }: PhraseBook, key: string) => Object.hasOwn(texts, key);
