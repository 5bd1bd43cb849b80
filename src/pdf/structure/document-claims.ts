import {
  type PDF,
  type PdfDict,
  PdfName,
  PdfNumber,
  type PdfObject,
  type PdfRef,
  PdfStream,
} from '@libpdf/core';
import { dictionariesIn } from './form-widgets.js';

/** XMP packets are a few kilobytes; larger ones are not searched. */
const MAX_XMP_BYTES = 1024 * 1024;
const PDFA_NAMESPACE = /xmlns:([\w.-]+)\s*=\s*["']http:\/\/www\.aiim\.org\/pdfa\/ns\/id\/["']/;
/** Where an ICC profile names its colour space (ICC.1 §7.2.6). */
const PROFILE_SPACE = { from: 16, to: 20 };

/** A document's claims about itself, which additions must keep true. */
export interface DocumentClaims {
  /** The part of ISO 19005 (PDF/A) that it claims conformance with; null if none. */
  pdfaPart: number | null;
  /** Colours of its intended output device (ISO 32000-2 §14.11.5); null if it names none. */
  outputColors: 'RGB' | 'other' | null;
  /** Whether all of its content is part of its structure (ISO 32000-2 §14.7.1). */
  isTagged: boolean;
}

const known = new WeakMap<PDF, DocumentClaims>();

/** The document's claims when first read. */
export function claimsOf(pdf: PDF): DocumentClaims {
  const claims = known.get(pdf) ?? readClaims(pdf);
  known.set(pdf, claims);
  return claims;
}

function readClaims(pdf: PDF): DocumentClaims {
  const resolve = (ref: PdfRef) => pdf.getObject(ref);
  const catalog = pdf.getCatalog();
  const marked = catalog.getDict('MarkInfo', resolve)?.get('Marked', resolve);
  return {
    pdfaPart: pdfaPart(catalog.get('Metadata', resolve)),
    outputColors: outputColors(pdf, catalog),
    isTagged:
      marked?.type === 'bool' && marked.value && catalog.getDict('StructTreeRoot', resolve) !== undefined,
  };
}

/** The part named by the XMP packet, in an element or an attribute (ISO 19005-1 §6.7.11). */
function pdfaPart(metadata: PdfObject | undefined): number | null {
  if (!(metadata instanceof PdfStream)) return null;
  const xmp = Buffer.from(decoded(metadata)).subarray(0, MAX_XMP_BYTES).toString('utf8');
  const prefix = PDFA_NAMESPACE.exec(xmp)?.[1];
  if (prefix === undefined) return null;
  const name = `${prefix.replaceAll('.', '\\.')}:part`;
  const part = new RegExp(`<${name}>\\s*(\\d)|\\s${name}\\s*=\\s*["'](\\d)`).exec(xmp);
  return part === null ? null : Number(part[1] ?? part[2]);
}

function outputColors(pdf: PDF, catalog: PdfDict): DocumentClaims['outputColors'] {
  const resolve = (ref: PdfRef) => pdf.getObject(ref);
  const profiles = dictionariesIn(pdf, catalog.getArray('OutputIntents', resolve)).flatMap((intent) => {
    const profile = intent.get('DestOutputProfile', resolve);
    return isName(intent.get('S', resolve), 'GTS_PDFA1') && profile instanceof PdfStream ? [profile] : [];
  });
  if (profiles.length === 0) return null;
  return profiles.every((profile) => isRgb(profile)) ? 'RGB' : 'other';
}

function isRgb(profile: PdfStream): boolean {
  const components = profile.get('N');
  const space = Buffer.from(decoded(profile)).toString('latin1', PROFILE_SPACE.from, PROFILE_SPACE.to);
  return components instanceof PdfNumber && components.value === 3 && space === 'RGB ';
}

const isName = (object: PdfObject | undefined, value: string) =>
  object instanceof PdfName && object.value === value;

/** Empty if it cannot be decoded. */
function decoded(stream: PdfStream): Uint8Array {
  try {
    return stream.getDecodedData();
  } catch {
    return new Uint8Array();
  }
}
