import { type Content } from '#vendor/pdfmake';
import { type ChainedEvent } from '../../audit-chain/audit-chain.js';
import { envelopeIdOf } from '../../audit-chain/envelope-id.js';
import { EVIDENCE_FILE_NAME, type EvidenceBasis } from '../../audit-chain/evidence-document.js';
import {
  documentsIn,
  recipientsIn,
  type StatedDocument,
  type WrittenEvidence,
} from '../../audit-chain/evidence-version-2.js';
import { isHandOver, type Person, personAt } from '../../audit-chain/hand-over.js';
import { sendingOf } from '../../audit-chain/signer-proofs.js';
import { type PhraseBook, translate } from '../../platform/templates/phrases.js';
import { wordsOf } from '../event-words.js';
import { utcParts, utcTime } from '../paper-times.js';
import { type CertificateDetails } from '../pdf-inputs.js';
import { graphemesOf } from '../scripts/plain-text.js';
import { type Printed, type Printer, SHADES } from './printer.js';
import {
  fact,
  facts,
  HASH_LATER,
  hashCell,
  hashFact,
  heading,
  plain,
  rule,
  ruled,
  withHash,
  type Writing,
} from './section-parts.js';

const SHORT_HASH = 12;
/** The most characters of a signer's name in the audit trail. */
const LONGEST_NAME = 40;
/** The most rows of the audit trail; further events are only in the attachment. */
const MAX_ROWS = 2_000;

const LOGO: [width: number, height: number] = [160, 40];
const QR_SIZE = 78;
const COLUMN_GAP = 24;
/** Dark green on light green (7.9:1). */
const DONE = { ink: '#1b5e33', ground: '#e4f2e7' };

const checkAddress = (publicUrl: string) => `${publicUrl}/verify-document`;

/** The id of the request's envelope. */
export const envelopeOf = ({ events }: EvidenceBasis): string => envelopeIdOf(events[0]!.hash);

export function titleSection(details: CertificateDetails, { book, printer }: Writing): Content {
  const { evidence, publicUrl } = details;
  const title: Content[] = [
    { text: translate(book, 'certificate.title'), style: 'title' },
    { text: printer.print(titleOf(evidence, book), 'title'), fontSize: 11.5, margin: [0, 4, 0, 0] },
    {
      text: translate(book, 'certificate.intro', { at: utcTime(evidence.madeAt, book.locale) }),
      style: 'quiet',
      margin: [0, 8, 0, 0],
    },
  ];
  const check: Content[] = [
    { qr: checkAddress(publicUrl), fit: QR_SIZE, eccLevel: 'M', foreground: SHADES.ink, alignment: 'right' },
    { text: translate(book, 'certificate.scan'), style: 'quiet', alignment: 'right', margin: [0, 4, 0, 0] },
  ];
  const columns: Content[] = [
    { width: '*', stack: title },
    { width: QR_SIZE, stack: check },
  ];
  return { stack: [letterhead(details, { book, printer }), { columns, columnGap: COLUMN_GAP }] };
}

/** The name of the document, or of the first one and how many follow. */
function titleOf(evidence: WrittenEvidence, book: PhraseBook): string {
  const { documentName: name } = evidence.request;
  const more = documentsIn(evidence).length - 1;
  return more === 0 ? name : translate(book, 'values.andMore', { name, more });
}

/** The organization that issued the certificate, and the state of the request. */
function letterhead({ logo, evidence }: CertificateDetails, { book, printer }: Writing): Content {
  const owner: Content =
    logo === null
      ? { text: printer.print(evidence.organization.name, 'name'), style: 'name' }
      : { image: `data:image/png;base64,${Buffer.from(logo).toString('base64')}`, fit: LOGO };
  const state = {
    text: translate(book, 'certificate.state'),
    color: DONE.ink,
    fillColor: DONE.ground,
    bold: true,
  };
  const badge: Content = { table: { widths: ['auto'], body: [[state]] }, layout: badgeLayout };
  const columns: Content[] = [
    { width: '*', stack: [owner] },
    { width: 'auto', stack: [badge] },
  ];
  return { columns, columnGap: COLUMN_GAP, margin: [0, 0, 0, 12] };
}

const badgeLayout = {
  ...plain,
  paddingLeft: () => 9,
  paddingRight: () => 9,
  paddingTop: () => 3,
  paddingBottom: () => 3,
};

export function documentSection(details: CertificateDetails, { book, printer }: Writing): Content {
  const print = (text: string) => printer.print(text, 'fact');
  const row = (label: string, value: Printed) => fact(translate(book, `labels.${label}`), value);
  const hashRow = (label: string, hash: string) => hashFact(translate(book, `labels.${label}`), hash);
  const { request, organization } = details.evidence;
  const documents = documentsIn(details.evidence);
  const [only] = documents;
  const isOnly = documents.length === 1;
  const type = Object.hasOwn(book.texts, `types.${request.type}`)
    ? translate(book, `types.${request.type}`)
    : request.type;
  const rows = [
    hashRow('envelope', envelopeOf(details.evidence)),
    ...(isOnly ? [row('name', print(request.documentName))] : []),
    ...(request.subject === '' ? [] : [row('subject', print(request.subject))]),
    row('request', `${request.id}, ${type}`),
    row('organization', print(organization.name)),
    row('sender', print(senderOf(details, book))),
    ...(request.copiesTo.length === 0 ? [] : [row('copies', print(request.copiesTo.join(', ')))]),
    ...(isOnly ? documentRows(only!, details.hasSignaturePages[0]!, book) : []),
  ];
  return {
    stack: [
      heading(translate(book, 'certificate.document')),
      rule(),
      facts(rows),
      ...(isOnly ? [] : documents.map((document) => oneOfSeveral(document, details, { book, printer }))),
    ],
  };
}

/** The facts of one of several documents, under its number and name. */
function oneOfSeveral(
  document: StatedDocument,
  { evidence, hasSignaturePages }: CertificateDetails,
  { book, printer }: Writing,
): Content {
  const { n, name } = document;
  const label = translate(book, 'labels.documentOf', { n, count: documentsIn(evidence).length });
  const rows = [
    fact(label, printer.print(name, 'fact')),
    ...documentRows(document, hasSignaturePages[n - 1] ?? false, book),
  ];
  return { unbreakable: true, margin: [0, 8, 0, 0], stack: [facts(rows)] };
}

function documentRows(document: StatedDocument, hasSignaturePages: boolean, book: PhraseBook): Content[][] {
  const row = (label: string, value: Printed) => fact(translate(book, `labels.${label}`), value);
  const hashRow = (label: string, hash: string) => hashFact(translate(book, `labels.${label}`), hash);
  const { pages } = document;
  return [
    row('pages', hasSignaturePages ? translate(book, 'values.pages', { pages }) : String(pages)),
    hashRow('sent', document.presentedSha256),
    hashRow('sealed', document.signedSha256),
    row('seal', document.sealLevel),
    hashRow('sealCertificate', document.sealCertificateSha256),
  ];
}

/** Who sent the request, with the address of the call: the scheduling call, if it was scheduled. */
function senderOf({ evidence, senderEmail }: CertificateDetails, book: PhraseBook): string {
  const call = sendingOf(evidence.events);
  const way = call?.data.apiKeyId === undefined ? [] : [translate(book, 'values.api')];
  const address = typeof call?.data.ip === 'string' ? [call.data.ip] : [];
  return [...new Set([evidence.request.senderName, senderEmail]), ...way, ...address].join(', ');
}

/** The audit trail and the head of its hash chain. */
export function trailSection(evidence: WrittenEvidence, { book, printer }: Writing): Content[] {
  const { events, chainHead } = evidence;
  const nameAt = namesIn(evidence, printer);
  const shown = events.slice(0, MAX_ROWS);
  const left = events.length - shown.length;
  const columns = ['time', 'event', 'signer', 'hash'].map((label) => translate(book, `labels.${label}`));
  const title = { colSpan: 5, stack: [heading(translate(book, 'certificate.trail'))] };
  const heads = [
    [title, ...columns.map(() => '')],
    ['', ...columns].map((text): Content => ({ text, style: 'quiet' })),
  ];
  const rows = shown.map((event): Content[] => [
    { text: String(event.number), style: 'quiet' },
    { text: timeAndAddress(event, book) },
    { text: printer.print(wordsOf(event, book), 'event') },
    { text: nameAt(event) },
    hashCell(event.hash.slice(0, SHORT_HASH)),
  ]);
  const number = events.length;
  return [
    {
      table: {
        // The title is part of the table: it cannot be left behind on a page, and is repeated on each page of the
        // trail.
        headerRows: heads.length,
        keepWithHeaderRows: 1,
        dontBreakRows: true,
        widths: [20, 96, '*', 96, 66],
        body: [...heads, ...rows],
      },
      layout: ruled,
    },
    ...(left === 0
      ? []
      : [
          {
            text: translate(book, 'values.further', { file: EVIDENCE_FILE_NAME, number: left }),
            style: 'quiet',
          },
        ]),
    facts([
      fact(
        translate(book, 'labels.head'),
        withHash(translate(book, 'values.head', { number, ...HASH_LATER }), chainHead),
      ),
    ]),
  ];
}

/** Prints the name of the person behind an event, which can change in the course of the request. */
function namesIn(evidence: WrittenEvidence, printer: Printer): (event: ChainedEvent) => Printed {
  const { events, signers } = evidence;
  const handOvers = events.filter(isHandOver);
  const byId = new Map(signers.map((signer) => [signer.id, signer]));
  const others = new Map<unknown, Person>(recipientsIn(evidence).map((each) => [each.id, each]));
  const printed = new Map<string, Printed>();
  return (event) => {
    const signer = event.signerId === null ? undefined : byId.get(event.signerId);
    const person = signer ? personAt(handOvers, signer, event) : others.get(event.data.recipientId);
    if (!person) return '';
    const name = shortName(person, printer);
    const known = printed.get(name) ?? printer.print(name, 'signer');
    printed.set(name, known);
    return known;
  };
}

function timeAndAddress({ createdAt, data }: ChainedEvent, { locale }: PhraseBook): string {
  const [day, time] = utcParts(createdAt, locale);
  return typeof data.ip === 'string' ? `${day}\n${time}, ${data.ip}` : `${day}\n${time}`;
}

/** A signer's name in the audit trail, or the email address if the name cannot be printed. */
function shortName({ name, email }: Person, printer: Printer): string {
  const characters = graphemesOf(name !== null && printer.canShow(name) ? name : email);
  return characters.length > LONGEST_NAME
    ? `${characters.slice(0, LONGEST_NAME - 1).join('')}…`
    : characters.join('');
}

/** How anyone can verify the document independently. */
export function checkSection({ evidence, publicUrl, book }: CertificateDetails): Content {
  const [only, ...more] = documentsIn(evidence);
  const steps = [
    more.length === 0
      ? withHash(translate(book, 'steps.hash', HASH_LATER), only!.signedSha256)
      : translate(book, 'steps.hashes', { label: translate(book, 'labels.sealed') }),
    translate(book, 'steps.seals'),
    translate(book, 'steps.check', { address: checkAddress(publicUrl) }),
    translate(book, 'steps.chain', { file: EVIDENCE_FILE_NAME }),
  ];
  return {
    unbreakable: true,
    stack: [
      heading(translate(book, 'certificate.verify')),
      { ol: steps.map((text): Content => ({ text, margin: [0, 0, 0, 4] })), markerColor: SHADES.grey },
      { text: translate(book, 'steps.limits'), style: 'quiet', margin: [0, 8, 0, 0] },
    ],
  };
}
