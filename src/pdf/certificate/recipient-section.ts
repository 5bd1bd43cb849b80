import { type Content } from '#vendor/pdfmake';
import { type ChainedEvent } from '../../audit-chain/audit-chain.js';
import { type EvidenceBasis } from '../../audit-chain/evidence-document.js';
import { DEEDS } from '../../audit-chain/evidence-faults.js';
import { type EvidenceRecipient } from '../../audit-chain/evidence-version-2.js';
import { type PhraseBook, translate } from '../../platform/templates/phrases.js';
import { deviceWords } from '../event-words.js';
import { zonedTime } from '../paper-times.js';
import { fact, facts, heading, rule, type Writing } from './section-parts.js';
import { shownWordsIn } from './shown-words.js';

/** Somebody who does not sign: what they did, when, from where, and what they were shown. */
export function recipientSection(
  evidence: EvidenceBasis,
  recipient: EvidenceRecipient,
  { book, printer, isFirst }: Writing & { isFirst: boolean },
): Content {
  const { id, name, email, action } = recipient;
  const deed = evidence.events.findLast(
    ({ type, data }) => type === DEEDS[action] && data.recipientId === id,
  );
  const print = (text: string) => printer.print(text, 'fact');
  const rows = rowsOf(evidence, recipient, deed, book).map(([label, text]) =>
    fact(label === null ? '' : translate(book, `labels.${label}`), print(text)),
  );
  const lines = [...(name === null ? [] : [email]), translate(book, `recipients.${action}`)];
  const stack: Content[] = [
    rule(),
    { text: printer.print(name ?? email, 'name'), style: 'name', margin: [0, 10, 0, 0] },
    ...lines.map((line): Content => ({ text: printer.print(line, 'party'), style: 'quiet' })),
    facts(rows),
  ];
  return {
    unbreakable: true,
    margin: [0, isFirst ? 0 : 16, 0, 0],
    stack: isFirst ? [heading(translate(book, 'certificate.recipients')), ...stack] : stack,
  };
}

type Row = [label: string | null, text: string];

function rowsOf(
  evidence: EvidenceBasis,
  { id, action }: EvidenceRecipient,
  deed: ChainedEvent | undefined,
  book: PhraseBook,
): Row[] {
  if (!deed) return [['event', translate(book, `recipients.nothing.${action}`)]];
  const timeZone = typeof deed.data.timeZone === 'string' ? deed.data.timeZone : null;
  const timeOf = ({ createdAt }: ChainedEvent) => zonedTime(createdAt, book.locale, timeZone);
  const place = [typeof deed.data.ip === 'string' ? deed.data.ip : null, deviceWords(deed, book)];
  const did = translate(book, `recipients.did.${action}`, { at: timeOf(deed) });
  const act: Row = ['event', [did, ...place.filter((each) => each !== null)].join(', ')];
  if (action === 'copy') return [act];
  const consent = evidence.events.findLast(
    ({ type, data, number }) => type === 'consent' && data.recipientId === id && number < deed.number,
  );
  return [act, ...consentRows(consent, timeOf, book), ...shownRows(evidence, deed, book)];
}

function consentRows(
  consent: ChainedEvent | undefined,
  timeOf: (event: ChainedEvent) => string,
  book: PhraseBook,
): Row[] {
  if (!consent) return [];
  const { text, version, locale } = consent.data;
  const values = { at: timeOf(consent), version: String(version), locale: String(locale) };
  return [
    ['consent', String(text)],
    [null, translate(book, 'values.consent', values)],
  ];
}

const shownRows = (evidence: EvidenceBasis, deed: ChainedEvent, book: PhraseBook): Row[] =>
  shownWordsIn(evidence, deed, book).map((text, index): Row => [index === 0 ? 'shown' : null, text]);
