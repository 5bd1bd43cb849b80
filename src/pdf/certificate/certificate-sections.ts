import { type Content } from 'pdfmake';
import { type ChainedEvent } from '../../audit-chain/audit-chain.js';
import {
  EVIDENCE_FILE_NAME,
  type EvidenceDocument,
  type EvidenceSigner,
} from '../../audit-chain/evidence-document.js';
import { eventsOfSigner } from '../../audit-chain/signer-proofs.js';
import { utcTime, zonedTime } from './certificate-times.js';
import { wordsOf } from './event-words.js';
import { MISSING } from '../typesetting/printable-text.js';
import { identifiedBy, methodOf } from './proof-words.js';

/** Makes text printable. */
export type Printer = (text: string) => string;

/** Near-black text; a grey of 5.9:1 on white for what stands beside it; hairlines. */
export const SHADES = { ink: '#1c1c21', grey: '#636369', hairline: '#d6d4cc' };

/** Points of the column of labels. */
const LABELS = 118;
const SHORT_HASH = 12;
/** Characters of a signer's name in the timeline. */
const LONGEST_NAME = 40;
/** Rows of the timeline; whatever is more stands in the attachment alone. */
const MAX_ROWS = 2_000;

const TYPES: Readonly<Record<string, string>> = {
  fast: 'Signed by a click',
  advanced: 'Signed after a one-time code',
  self_signed: 'Signed by the sender or one other person',
  in_person: 'Signed in person',
};

export function titleSection({ request, madeAt }: EvidenceDocument, print: Printer): Content {
  return {
    stack: [
      { text: 'Certificate of completion', style: 'title' },
      { text: print(request.documentName), fontSize: 11.5, margin: [0, 4, 0, 0] },
      {
        text: `Everyone has signed, and the document is sealed. This page tells what happened, in the words of the audit trail. Made on ${utcTime(madeAt)}.`,
        style: 'quiet',
        margin: [0, 8, 0, 0],
      },
    ],
  };
}

export function documentSection(evidence: EvidenceDocument, print: Printer): Content {
  const { request, organization, document } = evidence;
  return section('Document', [
    fact('Name', print(request.documentName)),
    ...(request.subject === '' ? [] : [fact('Subject', print(request.subject))]),
    fact('Request', `${request.id} · ${TYPES[request.type] ?? request.type}`),
    fact('Organization', print(organization.name)),
    fact('Sender', print(request.senderName)),
    ...(request.copiesTo.length === 0 ? [] : [fact('Copies to', print(request.copiesTo.join(', ')))]),
    fact('Pages', `${document.pages}, signature pages included`),
    fact('SHA-256 as sent', document.presentedSha256),
    fact('SHA-256 as sealed', document.signedSha256),
    fact('Seal', document.sealLevel),
    fact('Certificate of the seal', `SHA-256 ${document.sealCertificateSha256}`),
  ]);
}

export function signerSection(
  { events, request }: EvidenceDocument,
  signer: EvidenceSigner,
  { print, isFirst }: { print: Printer; isFirst: boolean },
): Content {
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
      { text: print(name ?? email), style: 'name', margin: [0, 8, 0, 0] },
      ...(name === null ? [] : [{ text: print(email), style: 'quiet' }]),
      facts([
        fact('Signed', `${zonedTime(signedAt, timeZone)}, ${methodOf(signer)}`),
        ...identifiedBy(signer, request, events).map((words, index) =>
          fact(index === 0 ? 'Identified by' : '', print(words)),
        ),
        ...(consent ? [fact('Agreed', consentWords(consent))] : []),
        ...(read ? [fact('Document', `Shown to its end on ${utcTime(read.createdAt)}`)] : []),
        ...(signed ? [fact('From', print(deviceWords(signed)))] : []),
      ]),
    ],
  };
  return isFirst ? { stack: [heading('Signers'), block] } : block;
}

function consentWords({ createdAt, data }: ChainedEvent): string {
  const { version, locale, sha256 } = data;
  return `${utcTime(createdAt)}, statement ${String(version)} (${String(locale)}), SHA-256 ${String(sha256)}`;
}

function deviceWords({ data: { ip, language, userAgent } }: ChainedEvent): string {
  const spoken = typeof language === 'string' ? `, language ${language}` : '';
  return `${String(ip)}${spoken}${userAgent === '' ? '' : `, ${String(userAgent)}`}`;
}

/** The timeline, and the head of its chain. */
export function trailSection({ events, signers, chainHead }: EvidenceDocument, print: Printer): Content[] {
  const names = new Map(signers.map((signer) => [signer.id, shortName(signer, print)]));
  const shown = events.slice(0, MAX_ROWS);
  const left = events.length - shown.length;
  const head = ['', 'Time (UTC)', 'What happened', 'Who', 'From', 'Hash'].map((text) => ({
    text,
    style: 'small',
  }));
  const rows = shown.map((event): Content[] => [
    { text: String(event.number), style: 'quiet' },
    event.createdAt.slice(0, 19).replace('T', ' '),
    print(wordsOf(event)),
    event.signerId === null ? '' : (names.get(event.signerId) ?? ''),
    typeof event.data.ip === 'string' ? print(event.data.ip) : '',
    { text: event.hash.slice(0, SHORT_HASH), style: 'quiet' },
  ]);
  return [
    heading('What happened'),
    {
      fontSize: 7.5,
      table: { headerRows: 1, dontBreakRows: true, widths: [18, 76, '*', 84, 70, 60], body: [head, ...rows] },
      layout: ruled,
    },
    ...(left === 0 ? [] : [{ text: `${left} more events stand in ${EVIDENCE_FILE_NAME}.`, style: 'quiet' }]),
    facts([fact('Head of the chain', `event ${events.length}, ${chainHead}`)]),
  ];
}

/** As the timeline names a signer; whose name cannot be printed is known by address. */
function shortName({ name, email }: EvidenceSigner, print: Printer): string {
  const shown = print(name ?? email);
  const characters = [...(shown.includes(MISSING) ? print(email) : shown)];
  return characters.length > LONGEST_NAME
    ? `${characters.slice(0, LONGEST_NAME - 1).join('')}…`
    : characters.join('');
}

/** How anybody can check it, without us. */
export function checkSection({ document }: EvidenceDocument, publicUrl: string): Content {
  const steps = [
    `Compute the SHA-256 of the completed PDF (sha256sum FILE.pdf). It must be ${document.signedSha256}.`,
    'Open the completed PDF and this certificate in a reader that shows signatures. Both seals must hold, and nothing may have been changed since. The seal’s certificate must be the one named above; whether you rely on who issued it is for you to decide.',
    `Ask ${publicUrl}/verify-document, or run npm run cli -- evidence:verify FILE.pdf from the source of Countersign. Neither needs an account.`,
    `The attachment ${EVIDENCE_FILE_NAME} holds every event as it was recorded. Each names the hash of the one before: SHA-256 over canonical JSON (RFC 8785), as docs/evidence.md of Countersign shows. The last hash must be the head of the chain above.`,
  ];
  const limits =
    'This certificate tells what happened. It does not say what effect the signatures have in law.';
  return {
    unbreakable: true,
    stack: [
      heading('How to check this'),
      { ol: steps.map((text): Content => ({ text, margin: [0, 0, 0, 4] })), markerColor: SHADES.grey },
      { text: limits, style: 'quiet', margin: [0, 8, 0, 0] },
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

const fact = (label: string, value: string): Content[] => [{ text: label, style: 'quiet' }, value];

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
