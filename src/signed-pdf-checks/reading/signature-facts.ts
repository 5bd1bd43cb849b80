import { type PDF, type PdfDict, PdfNumber, type PDFPage, PdfRef } from '@libpdf/core';
import { refKey, resolve } from '../../pdf/pdf-comparison.js';
import { type ExaminedMessage, examineMessage } from '../../pdf-signatures/examine-message.js';
import { DOCUMENT_TIME_STAMP } from '../../pdf-signatures/read-level.js';
import { type PdfSignature } from '../../pdf-signatures/read-signatures.js';
import { type TimeStampVerdict, verifyTimeStamp } from '../../pdf-signatures/verify-time-stamp.js';
import {
  type Change,
  type Coverage,
  type SignatureCheck,
  type SignatureFacts,
  type TimeStampFacts,
} from '../domain/document-facts.js';
import { type Anchors, certificateFacts } from './certificate-facts.js';
import { formNodes, kidsOf } from './form-fields.js';
import { parsePdfDate } from './pdf-date.js';
import { plainText } from './plain-text.js';

/** Signature formats with a detached CMS message over the file's bytes (ISO 32000-2 §12.8.3, table 260). */
const DETACHED = new Set(['adbe.pkcs7.detached', 'ETSI.CAdES.detached']);

/** The facts about one signature. @param changes made to the document afterwards */
export function signatureFacts(
  pdf: PDF,
  bytes: Buffer,
  signature: PdfSignature,
  anchors: Anchors,
  changes: Change[] | null,
): SignatureFacts {
  const { dictionary, subFilter, gap } = signature;
  const content = Buffer.concat([bytes.subarray(0, gap.start), bytes.subarray(gap.end, gap.coveredBytes)]);
  if (subFilter === DOCUMENT_TIME_STAMP) return timeStampSignature(pdf, signature, anchors, changes);
  const message = DETACHED.has(subFilter) ? examineMessage(signature.contents, content) : null;
  const stated = textOf(dictionary, 'M');
  return {
    fieldName: plainText(signature.fieldName),
    kind: 'signature',
    coverage: coverageOf(signature),
    check: checkOf(signature, message),
    signers: signersOf(message, anchors),
    statedTime: (stated ? parsePdfDate(stated) : null) ?? signingTimeOf(message),
    timeStamp: timeStampFacts(message, anchors),
    reason: textOf(dictionary, 'Reason'),
    shownOn: pagesShowing(pdf, signature.fieldName),
    changes,
  };
}

/** A document time stamp (ISO 32000-2 §12.8.5), whose signature is the token itself. */
function timeStampSignature(
  pdf: PDF,
  signature: PdfSignature,
  anchors: Anchors,
  changes: Change[] | null,
): SignatureFacts {
  const verdict = verifyTimeStamp(signature.contents, signature.digest);
  const { authority } = factsOfStamp(verdict, anchors);
  return {
    fieldName: plainText(signature.fieldName),
    kind: 'timestamp',
    coverage: coverageOf(signature),
    check: checkOfStamp(signature, verdict),
    signers: authority ? [{ certificate: authority }] : [],
    statedTime: verdict.time?.toISOString() ?? null,
    timeStamp: null,
    reason: null,
    shownOn: pagesShowing(pdf, signature.fieldName),
    changes,
  };
}

function checkOfStamp({ isWhole }: PdfSignature, { fault, isWeak }: TimeStampVerdict): SignatureCheck {
  if (fault === 'unreadable') return { outcome: 'unchecked', because: 'unreadable' };
  if (!isWhole) return { outcome: 'broken', because: 'coverage' };
  if (fault === null) return { outcome: isWeak ? 'weak' : 'holds' };
  return { outcome: 'broken', because: fault === 'other_imprint' ? 'content' : 'signature' };
}

function timeStampFacts(message: ExaminedMessage | null, anchors: Anchors): TimeStampFacts | null {
  const [first] = message?.signers ?? [];
  return first?.checked && first.timeStamp ? factsOfStamp(first.timeStamp, anchors) : null;
}

function factsOfStamp(
  { fault, isWeak, time, certificate, certificates }: TimeStampVerdict,
  anchors: Anchors,
): TimeStampFacts {
  return {
    holds: fault === null && !isWeak,
    isWeak: fault === null && isWeak,
    time: time?.toISOString() ?? null,
    authority: certificate && certificateFacts(certificate, certificates, anchors),
  };
}

const coverageOf = ({ isLast, isWhole }: PdfSignature): Coverage =>
  isLast ? 'whole_file' : isWhole ? 'revision' : 'partial';

/** All signers of the message must be valid. */
function checkOf({ isWhole }: PdfSignature, message: ExaminedMessage | null): SignatureCheck {
  if (!message) return { outcome: 'unchecked', because: 'format' };
  if (!isWhole) return { outcome: 'broken', because: 'coverage' };
  for (const signer of message.signers) {
    if (!signer.checked) return { outcome: 'unchecked', because: signer.because };
    if (!signer.digestMatches) return { outcome: 'broken', because: 'content' };
    if (!signer.signatureHolds) return { outcome: 'broken', because: 'signature' };
  }
  return message.signers.some((signer) => signer.checked && signer.isWeak)
    ? { outcome: 'weak' }
    : { outcome: 'holds' };
}

function signersOf(message: ExaminedMessage | null, anchors: Anchors): SignatureFacts['signers'] {
  return (message?.signers ?? []).flatMap(({ certificate }) => {
    if (!certificate) return [];
    return [{ certificate: certificateFacts(certificate, message!.certificates, anchors) }];
  });
}

function signingTimeOf(message: ExaminedMessage | null): string | null {
  const [first] = message?.signers ?? [];
  return first?.checked ? (first.signingTime?.toISOString() ?? null) : null;
}

function textOf(dictionary: PdfDict, key: string): string | null {
  const text = dictionary.getString(key)?.asString();
  return text ? plainText(text) : null;
}

/** Numbers of the pages on which a field is visible. */
function pagesShowing(pdf: PDF, fieldName: string): number[] {
  const widgets = new Set(
    [...formNodes(pdf)]
      .filter(([, { name, isWidget, dict }]) => name === fieldName && isWidget && hasSize(pdf, dict))
      .map(([key]) => key),
  );
  const shows = (page: PDFPage) =>
    kidsOf(pdf, page.dict, 'Annots').some((item) => item instanceof PdfRef && widgets.has(refKey(item)));
  return widgets.size === 0
    ? []
    : pdf
        .getPages()
        .filter(shows)
        .map(({ index }) => index + 1);
}

function hasSize(pdf: PDF, widget: PdfDict): boolean {
  const [left = 0, bottom = 0, right = 0, top = 0] = kidsOf(pdf, widget, 'Rect').map((side) => {
    const value = resolve(pdf, side);
    return value instanceof PdfNumber ? value.value : 0;
  });
  return left !== right && bottom !== top;
}
