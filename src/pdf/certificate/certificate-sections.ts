import { type Content } from 'pdfmake';
import { type ChainedEvent } from '../../audit-chain/audit-chain.js';
import {
  EVIDENCE_FILE_NAME,
  type EvidenceDocument,
  type EvidenceSigner,
} from '../../audit-chain/evidence-document.js';
import { eventsOfSigner } from '../../audit-chain/signer-proofs.js';
import { graphemesOf } from '../scripts/plain-text.js';
import { type PhraseBook, say } from '../../platform/templates/phrases.js';
import { localTime, utcTime } from '../paper-times.js';
import { wordsOf } from './event-words.js';
import { type Printed, type Printer, SHADES } from './printer.js';
import { identifiedBy, methodOf } from './proof-words.js';

/** Width of the label column in points. */
const LABELS = 118;
const SHORT_HASH = 12;
/** Characters of a signer's name in the audit trail. */
const LONGEST_NAME = 40;
/** Rows of the audit trail; further events are in the attachment only. */
const MAX_ROWS = 2_000;

/** What every section is written with. */
interface Writing {
  book: PhraseBook;
  printer: Printer;
}

export function titleSection({ request, madeAt }: EvidenceDocument, { book, printer }: Writing): Content {
  const at = utcTime(madeAt, book.locale);
  return {
    stack: [
      { text: say(book, 'certificate.title'), style: 'title' },
      { text: printer.print(request.documentName, 'title'), fontSize: 11.5, margin: [0, 4, 0, 0] },
      {
        text: say(book, 'certificate.intro', { at }),
        style: 'quiet',
        margin: [0, 8, 0, 0],
      },
    ],
  };
}

export function documentSection(evidence: EvidenceDocument, { book, printer }: Writing): Content {
  const print = (text: string) => printer.print(text, 'fact');
  const row = (label: string, value: Printed) => fact(say(book, `labels.${label}`), value);
  const { request, organization, document } = evidence;
  const type = Object.hasOwn(book.texts, `types.${request.type}`)
    ? say(book, `types.${request.type}`)
    : request.type;
  return section(say(book, 'certificate.document'), [
    row('name', print(request.documentName)),
    ...(request.subject === '' ? [] : [row('subject', print(request.subject))]),
    row('request', `${request.id}, ${type}`),
    row('organization', print(organization.name)),
    row('sender', print(request.senderName)),
    ...(request.copiesTo.length === 0 ? [] : [row('copies', print(request.copiesTo.join(', ')))]),
    row('pages', say(book, 'values.pages', { pages: document.pages })),
    row('sent', document.presentedSha256),
    row('sealed', document.signedSha256),
    row('seal', document.sealLevel),
    row('sealCertificate', `SHA-256 ${document.sealCertificateSha256}`),
  ]);
}

export function signerSection(
  { events, request }: EvidenceDocument,
  signer: EvidenceSigner,
  { book, printer, isFirst }: Writing & { isFirst: boolean },
): Content {
  const print = (text: string) => printer.print(text, 'fact');
  const row = (label: string, value: Printed) => fact(say(book, `labels.${label}`), value);
  const own = eventsOfSigner(events, signer.id);
  const signed = own.findLast(({ type }) => type === 'signed');
  const read = own.findLast(({ type }) => type === 'document_read');
  const consent = own.findLast(({ type }) => type === 'consent');
  const { name, email, signedAt, timeZone } = signer;
  const block: Content = {
    unbreakable: true,
    margin: [0, isFirst ? 0 : 14, 0, 0],
    stack: [
      rule(),
      { text: printer.print(name ?? email, 'name'), style: 'name', margin: [0, 8, 0, 0] },
      ...(name === null ? [] : [{ text: print(email), style: 'quiet' }]),
      facts([
        row('signed', `${zonedTime(signedAt, timeZone, book)}, ${methodOf(signer, book)}`),
        ...identifiedBy(signer, request, events, book).map((words, index) =>
          index === 0 ? row('identified', print(words)) : fact('', print(words)),
        ),
        ...(consent ? [row('consent', consentWords(consent, book))] : []),
        ...(read ? [row('document', say(book, 'values.read', { at: timeOf(read, book) }))] : []),
        ...(signed ? [row('from', print(deviceWords(signed, book)))] : []),
      ]),
    ],
  };
  return isFirst ? { stack: [heading(say(book, 'certificate.signers')), block] } : block;
}

const timeOf = ({ createdAt }: ChainedEvent, { locale }: PhraseBook) => utcTime(createdAt, locale);

/** In UTC, followed by the local time of the signer's device. */
function zonedTime(iso: string, timeZone: string | null, book: PhraseBook): string {
  const utc = utcTime(iso, book.locale);
  if (timeZone === null || timeZone === 'UTC') return utc;
  const local = localTime(iso, book.locale, timeZone);
  return say(book, 'values.local', { utc, local, zone: timeZone.replaceAll('_', ' ') });
}

function consentWords(event: ChainedEvent, book: PhraseBook): string {
  const { version, locale, sha256: hash } = event.data;
  const agreed = { version: String(version), locale: String(locale), hash: String(hash) };
  return say(book, 'values.consent', { at: timeOf(event, book), ...agreed });
}

function deviceWords({ data: { ip, language, userAgent } }: ChainedEvent, book: PhraseBook): string {
  const spoken = typeof language === 'string' ? [say(book, 'values.language', { language })] : [];
  return [String(ip), ...spoken, ...(userAgent === '' ? [] : [String(userAgent)])].join(', ');
}

/** The audit trail and the head of its hash chain. */
export function trailSection(
  { events, signers, chainHead }: EvidenceDocument,
  { book, printer }: Writing,
): Content[] {
  const names = new Map(
    signers.map((signer) => [signer.id, printer.print(shortName(signer, printer), 'signer')]),
  );
  const shown = events.slice(0, MAX_ROWS);
  const left = events.length - shown.length;
  const columns = ['time', 'event', 'signer', 'address', 'hash'].map((label) => say(book, `labels.${label}`));
  const head = ['', ...columns].map((text) => ({ text, style: 'small' }));
  const rows = shown.map((event): Content[] => [
    { text: String(event.number), style: 'quiet' },
    event.createdAt.slice(0, 19).replace('T', ' '),
    { text: printer.print(wordsOf(event, book), 'event') },
    { text: event.signerId === null ? '' : (names.get(event.signerId) ?? '') },
    typeof event.data.ip === 'string' ? event.data.ip : '',
    { text: event.hash.slice(0, SHORT_HASH), style: 'quiet' },
  ]);
  return [
    heading(say(book, 'certificate.trail')),
    {
      fontSize: 7.5,
      table: { headerRows: 1, dontBreakRows: true, widths: [18, 76, '*', 84, 70, 60], body: [head, ...rows] },
      layout: ruled,
    },
    ...(left === 0
      ? []
      : [{ text: say(book, 'values.further', { file: EVIDENCE_FILE_NAME, number: left }), style: 'quiet' }]),
    facts([
      fact(say(book, 'labels.head'), say(book, 'values.head', { number: events.length, hash: chainHead })),
    ]),
  ];
}

/** A signer's name in the audit trail, or the e-mail address if the name cannot be printed. */
function shortName({ name, email }: EvidenceSigner, printer: Printer): string {
  const characters = graphemesOf(name !== null && printer.canShow(name) ? name : email);
  return characters.length > LONGEST_NAME
    ? `${characters.slice(0, LONGEST_NAME - 1).join('')}…`
    : characters.join('');
}

/** How anybody can verify it independently. */
export function checkSection({ document }: EvidenceDocument, publicUrl: string, book: PhraseBook): Content {
  const steps = [
    say(book, 'steps.hash', { hash: document.signedSha256 }),
    say(book, 'steps.seals'),
    say(book, 'steps.check', { address: `${publicUrl}/verify-document` }),
    say(book, 'steps.chain', { file: EVIDENCE_FILE_NAME }),
  ];
  return {
    unbreakable: true,
    stack: [
      heading(say(book, 'certificate.verify')),
      { ol: steps.map((text): Content => ({ text, margin: [0, 0, 0, 4] })), markerColor: SHADES.grey },
      { text: say(book, 'steps.limits'), style: 'quiet', margin: [0, 8, 0, 0] },
    ],
  };
}

function section(title: string, rows: Content[][]): Content {
  return { stack: [heading(title), rule(), facts(rows)] };
}

const heading = (text: string): Content => ({
  text,
  style: 'heading',
  margin: [0, 24, 0, 8],
});

const fact = (label: string, value: Printed): Content[] => [{ text: label, style: 'quiet' }, { text: value }];

function facts(body: Content[][]): Content {
  return { margin: [0, 6, 0, 0], table: { widths: [LABELS, '*'], body }, layout: plain };
}

const WIDTH = 483;

const rule = (): Content => ({
  canvas: [{ type: 'line', x1: 0, y1: 0, x2: WIDTH, y2: 0, lineWidth: 0.6, lineColor: SHADES.hairline }],
});

const plain = {
  hLineWidth: () => 0,
  vLineWidth: () => 0,
  paddingLeft: () => 0,
  paddingRight: () => 10,
  paddingTop: () => 1.5,
  paddingBottom: () => 1.5,
};

const ruled = {
  ...plain,
  hLineWidth: (row: number) => (row === 0 ? 0 : 0.5),
  hLineColor: () => SHADES.hairline,
  paddingTop: () => 3,
  paddingBottom: () => 2.5,
};
