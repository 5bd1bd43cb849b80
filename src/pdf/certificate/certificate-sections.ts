import { type Content } from 'pdfmake';
import { type ChainedEvent } from '../../audit-chain/audit-chain.js';
import {
  EVIDENCE_FILE_NAME,
  type EvidenceDocument,
  type EvidenceSigner,
} from '../../audit-chain/evidence-document.js';
import { eventsOfSigner } from '../../audit-chain/signer-proofs.js';
import { graphemesOf } from '../scripts/plain-text.js';
import { utcTime, zonedTime } from './certificate-times.js';
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

const TYPES: Readonly<Record<string, string>> = {
  fast: 'signed with a click',
  advanced: 'signed with a one-time code',
  self_signed: 'signed by the sender or one other person',
  in_person: 'signed in person',
};

export function titleSection({ request, madeAt }: EvidenceDocument, printer: Printer): Content {
  return {
    stack: [
      { text: 'Certificate of completion', style: 'title' },
      { text: printer.print(request.documentName, 'title'), fontSize: 11.5, margin: [0, 4, 0, 0] },
      {
        text: `All parties have signed, and the document has been sealed. This certificate records what happened, based on the audit trail. Issued on ${utcTime(madeAt)}.`,
        style: 'quiet',
        margin: [0, 8, 0, 0],
      },
    ],
  };
}

export function documentSection(evidence: EvidenceDocument, printer: Printer): Content {
  const print = (text: string) => printer.print(text, 'fact');
  const { request, organization, document } = evidence;
  return section('Document', [
    fact('Name', print(request.documentName)),
    ...(request.subject === '' ? [] : [fact('Subject', print(request.subject))]),
    fact('Request', `${request.id}, ${TYPES[request.type] ?? request.type}`),
    fact('Organization', print(organization.name)),
    fact('Sender', print(request.senderName)),
    ...(request.copiesTo.length === 0 ? [] : [fact('Copies to', print(request.copiesTo.join(', ')))]),
    fact('Pages', `${document.pages}, including signature pages`),
    fact('SHA-256 when sent', document.presentedSha256),
    fact('SHA-256 when sealed', document.signedSha256),
    fact('Seal', document.sealLevel),
    fact('Seal certificate', `SHA-256 ${document.sealCertificateSha256}`),
  ]);
}

export function signerSection(
  { events, request }: EvidenceDocument,
  signer: EvidenceSigner,
  { printer, isFirst }: { printer: Printer; isFirst: boolean },
): Content {
  const print = (text: string) => printer.print(text, 'fact');
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
        fact('Signed', `${zonedTime(signedAt, timeZone)}, ${methodOf(signer)}`),
        ...identifiedBy(signer, request, events).map((words, index) =>
          fact(index === 0 ? 'Identified by' : '', print(words)),
        ),
        ...(consent ? [fact('Consent', consentWords(consent))] : []),
        ...(read ? [fact('Document', `Viewed to the end on ${utcTime(read.createdAt)}`)] : []),
        ...(signed ? [fact('Signed from', print(deviceWords(signed)))] : []),
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

/** The audit trail and the head of its hash chain. */
export function trailSection({ events, signers, chainHead }: EvidenceDocument, printer: Printer): Content[] {
  const names = new Map(
    signers.map((signer) => [signer.id, printer.print(shortName(signer, printer), 'signer')]),
  );
  const shown = events.slice(0, MAX_ROWS);
  const left = events.length - shown.length;
  const head = ['', 'Time (UTC)', 'Event', 'Signer', 'IP address', 'Hash'].map((text) => ({
    text,
    style: 'small',
  }));
  const rows = shown.map((event): Content[] => [
    { text: String(event.number), style: 'quiet' },
    event.createdAt.slice(0, 19).replace('T', ' '),
    { text: printer.print(wordsOf(event), 'event') },
    { text: event.signerId === null ? '' : (names.get(event.signerId) ?? '') },
    typeof event.data.ip === 'string' ? event.data.ip : '',
    { text: event.hash.slice(0, SHORT_HASH), style: 'quiet' },
  ]);
  return [
    heading('Audit trail'),
    {
      fontSize: 7.5,
      table: { headerRows: 1, dontBreakRows: true, widths: [18, 76, '*', 84, 70, 60], body: [head, ...rows] },
      layout: ruled,
    },
    ...(left === 0
      ? []
      : [{ text: `${left} more events are listed in ${EVIDENCE_FILE_NAME}.`, style: 'quiet' }]),
    facts([fact('Head of the hash chain', `event ${events.length}, ${chainHead}`)]),
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
export function checkSection({ document }: EvidenceDocument, publicUrl: string): Content {
  const steps = [
    `Compute the SHA-256 of the completed PDF (sha256sum FILE.pdf). It must be ${document.signedSha256}.`,
    'Open the completed PDF and this certificate in a PDF reader that shows signatures. Both seals must be valid, with no changes made afterwards. The certificate of the seal must be the one named above; whether you rely on its issuer is your decision.',
    `Check both files at ${publicUrl}/verify-document, or run npm run cli -- evidence:verify FILE.pdf from the Countersign source code. Neither requires an account.`,
    `The attachment ${EVIDENCE_FILE_NAME} contains every event as it was recorded. Each event includes the hash of the previous one: SHA-256 over canonical JSON (RFC 8785), as described in docs/evidence.md of Countersign. The last hash must equal the head of the hash chain above.`,
  ];
  const limits =
    'This certificate records what happened. It makes no statement about the legal effect of the signatures.';
  return {
    unbreakable: true,
    stack: [
      heading('How to verify this certificate'),
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
