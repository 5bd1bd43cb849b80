import { type Content } from '#vendor/pdfmake';
import { type ChainedEvent } from '../../audit-chain/audit-chain.js';
import { type EvidenceBasis, type EvidenceSigner } from '../../audit-chain/evidence-document.js';
import { type FormEntries } from '../../audit-chain/evidence-version-2.js';
import { handOverIn, handOversOf, nameAndAddress } from '../../audit-chain/hand-over.js';
import { CHANGES_OF_ADDRESS, eventsOfSigner, isOpening } from '../../audit-chain/signer-proofs.js';
import { type PhraseBook, translate } from '../../platform/templates/phrases.js';
import { deviceWords } from '../event-words.js';
import { zonedParts, zonedTime } from '../paper-times.js';
import { type SignatureStamp } from '../signature-stamp.js';
import { MARK_BOX, SHADES } from './printer.js';
import { identifiedBy, methodOf, strengthOf } from './proof-words.js';
import { fact, facts, heading, plain, rule, type Writing } from './section-parts.js';
import { shownWords } from './shown-words.js';

const COLUMN_GAP = 24;

/** One signer: the mark, when each step was taken and from where, and the evidence for the signature. */
export function signerSection(
  evidence: EvidenceBasis,
  signer: EvidenceSigner,
  stamp: SignatureStamp,
  { book, printer, isFirst }: Writing & { isFirst: boolean },
): Content {
  const { name, email } = signer;
  const signed = eventsOfSigner(evidence.events, signer.id).findLast(({ type }) => type === 'signed');
  const lines = [
    ...(name === null ? [] : [email]),
    methodOf(signer, signed, book),
    ...(signed ? [deviceOf(signed, book)] : []),
    zoneOf(signer, book),
  ];
  const party: Content[] = [
    { text: printer.print(name ?? email, 'name'), style: 'name' },
    ...lines.map((line): Content => ({ text: printer.print(line, 'party'), style: 'quiet' })),
  ];
  const mark: Content[] = [
    printer.mark(stamp),
    {
      canvas: [
        { type: 'line', x1: 0, y1: 0, x2: MARK_BOX.width, y2: 0, lineWidth: 0.6, lineColor: SHADES.hairline },
      ],
    },
    { text: translate(book, `marks.${stamp.mark.kind}`), style: 'quiet', margin: [0, 3, 0, 0] },
  ];
  const columns: Content[] = [
    { width: MARK_BOX.width, stack: mark },
    { width: '*', stack: party },
  ];
  const handedOver = handOvers(evidence, signer, { book, printer });
  // Several handovers with long reasons can need more than a page.
  const [within, after] = handedOver.length > 1 ? [[], handedOver] : [handedOver, []];
  const block: Content[] = [
    rule(),
    { columns, columnGap: COLUMN_GAP, margin: [0, 10, 0, 0] },
    actsOf(evidence, signer, book),
    factsOf(evidence, signer, within, { book, printer }),
  ];
  const together: Content = {
    unbreakable: true,
    stack: isFirst ? [heading(translate(book, 'certificate.signers')), ...block] : block,
  };
  return {
    margin: [0, isFirst ? 0 : 16, 0, 0],
    stack: after.length === 0 ? [together] : [together, facts(after)],
  };
}

/** Who handed over to whom, and why, as rows of facts. */
function handOvers(
  { events }: EvidenceBasis,
  signer: EvidenceSigner,
  { book, printer }: Writing,
): Content[][] {
  return handOversOf(events, signer.id).map((event, index) => {
    const { from, to, reason } = handOverIn(event);
    const at = zonedTime(event.createdAt, book.locale, signer.timeZone);
    const people = { from: nameAndAddress(from), to: nameAndAddress(to) };
    const words = translate(book, 'values.handedOver', { ...people, at, reason });
    return fact(index === 0 ? translate(book, 'labels.handedOver') : '', printer.print(words, 'fact'));
  });
}

/**
 * When, and from which address, the link was sent and opened, the signer verified, and the document signed. If there
 * is no record of a person opening the link, the time of signing is used.
 */
function actsOf({ events }: EvidenceBasis, signer: EvidenceSigner, book: PhraseBook): Content {
  const own = eventsOfSigner(events, signer.id);
  const changed = events.findLast(
    ({ type, signerId }) => CHANGES_OF_ADDRESS.includes(type) && signerId === signer.id,
  );
  const signed = own.findLast(({ type }) => type === 'signed');
  const acts: [string, ChainedEvent | undefined][] = [
    ['sent', changed ?? events.findLast(({ type }) => type === 'sent')],
    ['opened', own.find(isOpening) ?? signed],
    ['verified', verifiedBy(own, signer)],
    ['signed', signed],
  ];
  const cell = (event: ChainedEvent | undefined): Content => {
    if (!event) return { text: '–' };
    const when = zonedParts(event.createdAt, book.locale, signer.timeZone);
    const { ip } = (event.type === 'identity_passed' ? beginOf(event, own) : event)?.data ?? {};
    return { text: [...when, ...(typeof ip === 'string' ? [ip] : [])].join('\n') };
  };
  const head = acts.map(([act]): Content => ({ text: translate(book, `acts.${act}`), style: 'quiet' }));
  return {
    margin: [0, 10, 0, 0],
    table: { widths: ['*', '*', '*', '*'], body: [head, acts.map(([, event]) => cell(event))] },
    layout: plain,
  };
}

/** This service decides an identity check, so the address is that from which the signer began it. */
function beginOf({ data }: ChainedEvent, own: readonly ChainedEvent[]): ChainedEvent | undefined {
  return own.find(
    (event) => event.type === 'identity_started' && event.data.verificationId === data.verificationId,
  );
}

/** The last check that the signature relied on. */
function verifiedBy(own: readonly ChainedEvent[], { identifiedBy: proofs }: EvidenceSigner) {
  const types: Readonly<Record<string, string>> = {
    one_time_code: 'code_verified',
    identity_verification: 'identity_passed',
  };
  const proof = proofs.findLast(({ kind }) => Object.hasOwn(types, kind));
  return proof && own.find(({ type, createdAt }) => type === types[proof.kind] && createdAt === proof.at);
}

/** @param more rows after those of the signature */
function factsOf(
  evidence: EvidenceBasis,
  signer: EvidenceSigner,
  more: Content[][],
  { book, printer }: Writing,
): Content {
  const own = eventsOfSigner(evidence.events, signer.id);
  const consent = own.findLast(({ type }) => type === 'consent');
  const print = (text: string) => printer.print(text, 'fact');
  const timeOf = ({ createdAt }: ChainedEvent) => zonedTime(createdAt, book.locale, signer.timeZone);
  const rows: [label: string, texts: string[]][] = [
    ['identified', identifiedBy(evidence, signer, book)],
    ['strength', [strengthOf(evidence, signer, book)]],
    ['consent', consent ? [String(consent.data.text), statementOf(consent, timeOf(consent), book)] : []],
    ['document', readWords(own, timeOf, book)],
    ['shown', shownWords(evidence, signer, book)],
    [
      'files',
      filesOf(
        own.findLast(({ type }) => type === 'signed'),
        book,
      ),
    ],
  ];
  const signed = rows.flatMap(([label, texts]) =>
    texts.map((text, index) => fact(index === 0 ? translate(book, `labels.${label}`) : '', print(text))),
  );
  return facts([...signed, ...more]);
}

/** When the end of each document was on screen. */
function readWords(
  own: readonly ChainedEvent[],
  timeOf: (event: ChainedEvent) => string,
  book: PhraseBook,
): string[] {
  const read = own.filter(({ type }) => type === 'document_read');
  const numbers = [...new Set(read.map(({ data }) => data.n))].filter((n) => typeof n === 'number');
  if (numbers.length > 0)
    return numbers
      .sort((a, b) => a - b)
      .map((n) => {
        const last = read.findLast(({ data }) => data.n === n)!;
        return translate(book, 'values.readOf', { n, at: timeOf(last) });
      });
  return read.slice(-1).map((event) => translate(book, 'values.read', { at: timeOf(event) }));
}

/** The files that the signer attached, whose names are not in the evidence. */
function filesOf(signed: ChainedEvent | undefined, book: PhraseBook): string[] {
  const form = signed?.data.form as FormEntries | undefined;
  return (form?.attachments ?? []).map(({ key, type, bytes, sha256 }) =>
    translate(book, 'values.file', { key, type, bytes: String(bytes), sha256 }),
  );
}

function statementOf({ data: { version, locale } }: ChainedEvent, at: string, book: PhraseBook): string {
  return translate(book, 'values.consent', { at, version: String(version), locale: String(locale) });
}

function deviceOf(event: ChainedEvent, book: PhraseBook): string {
  const { language } = event.data;
  const name = deviceWords(event, book) ?? translate(book, 'values.otherBrowser');
  const spoken = typeof language === 'string' ? [translate(book, 'values.language', { language })] : [];
  return [name, ...spoken].join(', ');
}

function zoneOf({ timeZone }: EvidenceSigner, book: PhraseBook): string {
  return timeZone === null
    ? translate(book, 'values.utc')
    : translate(book, 'values.zone', { zone: timeZone.replaceAll('_', ' ') });
}
