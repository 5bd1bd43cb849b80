import { type Content, pdfmake } from '#vendor/pdfmake';
import { EVIDENCE_FILE_NAME } from '../../audit-chain/evidence-document.js';
import { recipientsIn, TEMPLATE_FILE_NAME } from '../../audit-chain/evidence-version-2.js';
import { translate } from '../../platform/templates/phrases.js';
import { type CertificateDetails } from '../pdf-inputs.js';
import { fontFile } from '../typesetting/font-files.js';
import { MISSING } from '../typesetting/printable-text.js';
import { shapingFor } from '../typesetting/script-fonts.js';
import {
  checkSection,
  documentSection,
  envelopeOf,
  titleSection,
  trailSection,
} from './certificate-sections.js';
import { Printer, SHADES } from './printer.js';
import { recipientSection } from './recipient-section.js';
import { MONO } from './section-parts.js';
import { signerSection } from './signer-section.js';

const MARGINS = { side: 56, top: 48, bottom: 54 };
const FONT = 'Noto Sans';
const FONTS = {
  [FONT]: { normal: fontFile('regular'), bold: fontFile('semibold') },
  [MONO]: { normal: fontFile('mono') },
};
const FONT_FILES = Object.values(FONTS).flatMap((files) => Object.values(files));

/** Typesets the certificate as A4 pages with the evidence attached (ISO 32000-1 §7.11.4, AFRelationship Data). */
export async function typesetCertificate(details: CertificateDetails): Promise<Uint8Array> {
  const { evidence, template, systemFonts, book } = details;
  const printer = new Printer(await shapingFor(details, systemFonts));
  pdfmake.setFonts(FONTS);
  pdfmake.setUrlAccessPolicy(() => false);
  pdfmake.setLocalAccessPolicy((path) => FONT_FILES.includes(path));
  const title = translate(book, 'certificate.ofRequest', { id: evidence.request.id });
  const envelope = translate(book, 'signatures.envelope', { id: envelopeOf(evidence) });
  const made = new Date(evidence.madeAt);
  const pdf = pdfmake.createPdf({
    version: '1.7',
    language: book.locale,
    displayTitle: true,
    pageSize: 'A4',
    pageMargins: [MARGINS.side, MARGINS.top, MARGINS.side, MARGINS.bottom],
    info: {
      title,
      producer: 'Countersign',
      creationDate: made,
    },
    defaultStyle: { font: FONT, fontSize: 9, lineHeight: 1.2, color: SHADES.ink },
    styles: STYLES,
    content: contentOf(details, printer),
    header: details.isTest ? testMark(translate(book, 'test')) : undefined,
    footer: (page, pages) => footer(envelope, translate(book, 'certificate.page', { page, pages })),
    files: {
      evidence: attachment(EVIDENCE_FILE_NAME, JSON.stringify(evidence), made, ABOUT_EVIDENCE),
      ...(template !== null && { template: attachment(TEMPLATE_FILE_NAME, template, made, ABOUT_TEMPLATE) }),
    },
  });
  return printer.complete(await pdf.getBuffer());
}

function contentOf(details: CertificateDetails, printer: Printer): Content[] {
  const { evidence, signers, book } = details;
  const writing = { book, printer };
  const content = [
    titleSection(details, writing),
    documentSection(details, writing),
    ...evidence.signers.map((signer, index) =>
      signerSection(evidence, signer, signers[index]!, { ...writing, isFirst: index === 0 }),
    ),
    ...recipientsIn(evidence).map((recipient, index) =>
      recipientSection(evidence, recipient, { ...writing, isFirst: index === 0 }),
    ),
    ...trailSection(evidence, writing),
    checkSection(details),
  ];
  if (!printer.hasMissing) return content;
  const text = translate(book, 'certificate.missing', { mark: MISSING, file: EVIDENCE_FILE_NAME });
  return [...content, { text, style: 'quiet', margin: [0, 10, 0, 0] }];
}

const STYLES = {
  title: { fontSize: 22, bold: true },
  heading: { fontSize: 13, bold: true },
  name: { fontSize: 11, bold: true },
  quiet: { color: SHADES.grey },
};

/** At the top of every page. */
const testMark = (text: string): Content => ({
  text,
  bold: true,
  fontSize: 12,
  color: SHADES.warning,
  margin: [MARGINS.side, 18, MARGINS.side, 0],
});

function footer(envelope: string, place: string) {
  return {
    style: 'quiet',
    margin: [MARGINS.side, 18, MARGINS.side, 0] as [number, number, number, number],
    columns: [
      { width: '*' as const, text: envelope },
      { width: 'auto' as const, text: place, alignment: 'right' as const },
    ],
  };
}

const ABOUT_EVIDENCE = 'The data of this certificate, with every event exactly as it was hashed';
const ABOUT_TEMPLATE = 'The template from which the request was made, exactly as it was hashed';

function attachment(name: string, json: string, made: Date, description: string) {
  const base64 = Buffer.from(json).toString('base64');
  return {
    ...{ name, description, src: `data:application/json;base64,${base64}`, type: 'application/json' },
    relationship: 'Data' as const,
    creationDate: made,
    modifiedDate: made,
  };
}
