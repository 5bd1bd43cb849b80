import { type ChainedEvent } from '../audit-chain/audit-chain.js';
import { kindOf } from '../audit-chain/signer-proofs.js';
import { deviceName } from '../common/http/device-name.js';
import { type PhraseBook, translate } from '../platform/templates/phrases.js';

type Told = Pick<ChainedEvent, 'type' | 'data'>;

/** Describes an event, on certificates and at the dashboard alike; an unknown type is described by its name. */
export function wordsOf(event: Told, book: PhraseBook): string {
  const { data } = event;
  const kind = kindOf(event);
  // Who approves agrees to another statement than who signs.
  const type = kind === 'consent' && data.recipientId !== undefined ? 'approval_consent' : kind;
  if (!has(book, `events.${type}`)) return type.replaceAll('_', ' ');
  const named = `mails.${String(data.mail)}`;
  const mail = translate(book, has(book, named) ? named : 'mails.any');
  return translate(book, `events.${type}`, {
    mail,
    reason: String(data.reason),
    id: String(data.verificationId),
  });
}

/** The browser and system from which an event was caused; null if they are unknown. */
export function deviceWords({ data: { userAgent } }: Told, book: PhraseBook): string | null {
  const device = typeof userAgent === 'string' ? deviceName(userAgent) : null;
  return device && translate(book, 'values.browser', { ...device });
}

const has = ({ texts }: PhraseBook, key: string) => Object.hasOwn(texts, key);
