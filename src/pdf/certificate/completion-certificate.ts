import pdfmake from 'pdfmake';
import { EVIDENCE_FILE_NAME, type EvidenceDocument } from '../../audit-chain/evidence-document.js';
import {
  checkSection,
  documentSection,
  signerSection,
  titleSection,
  trailSection,
} from './certificate-sections.js';
import { type CertificateDetails } from '../pdf-inputs.js';
import { fontFile } from '../typesetting/fonts.js';
import { MISSING } from '../typesetting/printable-text.js';
import { shapingFor } from '../typesetting/script-fonts.js';
import { Printer, SHADES } from './printer.js';

const MARGINS = { side: 56, top: 56, bottom: 64 };
const FONT = 'Noto Sans';
const FONT_FILES = [fontFile('regular'), fontFile('semibold')];

/** Typesets the certificate as A4 pages with the evidence attached (ISO 32000-1 §7.11.4, AFRelationship Data). */
export async function typesetCertificate({
  evidence,
  publicUrl,
  systemFonts,
}: CertificateDetails): Promise<Uint8Array> {
  const printer = new Printer(await shapingFor(evidence, systemFonts));
  const content = [
    titleSection(evidence, printer),
    documentSection(evidence, printer),
    ...evidence.signers.map((signer, index) =>
      signerSection(evidence, signer, { printer, isFirst: index === 0 }),
    ),
    ...trailSection(evidence, printer),
    checkSection(evidence, publicUrl),
  ];
  if (printer.hasMissing) content.push({ text: missingNote, style: 'small', margin: [0, 10, 0, 0] });
  pdfmake.setFonts({ [FONT]: { normal: FONT_FILES[0]!, bold: FONT_FILES[1]! } });
  pdfmake.setUrlAccessPolicy(() => false);
  pdfmake.setLocalAccessPolicy((path) => FONT_FILES.includes(path));
  const { id } = evidence.request;
  const made = new Date(evidence.madeAt);
  const pdf = pdfmake.createPdf({
    version: '1.7',
    language: 'en',
    displayTitle: true,
    pageSize: 'A4',
    pageMargins: [MARGINS.side, MARGINS.top, MARGINS.side, MARGINS.bottom],
    info: {
      title: `Certificate of completion, request ${id}`,
      producer: 'Countersign',
      creationDate: made,
    },
    defaultStyle: { font: FONT, fontSize: 8.5, lineHeight: 1.25, color: SHADES.ink },
    styles: STYLES,
    content,
    footer: (page, pages) => footer(`Certificate of completion of request ${id}`, page, pages),
    files: { evidence: attachment(evidence, made) },
  });
  return printer.complete(await pdf.getBuffer());
}

const missingNote = `${MISSING} replaces characters that this typeface does not have; ${EVIDENCE_FILE_NAME} contains all texts in full.`;

const STYLES = {
  title: { fontSize: 22, bold: true },
  heading: { fontSize: 13, bold: true },
  name: { fontSize: 11, bold: true },
  quiet: { color: SHADES.grey },
  small: { fontSize: 7.5, color: SHADES.grey },
};

function footer(title: string, page: number, pages: number) {
  return {
    style: 'small',
    margin: [MARGINS.side, 24, MARGINS.side, 0] as [number, number, number, number],
    columns: [{ text: title }, { text: `Page ${page} of ${pages}`, alignment: 'right' as const }],
  };
}

function attachment(evidence: EvidenceDocument, made: Date) {
  const base64 = Buffer.from(JSON.stringify(evidence)).toString('base64');
  return {
    src: `data:application/json;base64,${base64}`,
    name: EVIDENCE_FILE_NAME,
    type: 'application/json',
    description: 'The data of this certificate, with every event exactly as it was hashed',
    relationship: 'Data' as const,
    creationDate: made,
    modifiedDate: made,
  };
}
