import { hash as digest } from 'node:crypto';
import { isSafeInteger, isSha256, listOf, objectWith } from '../common/shapes.js';
import { canonicalJson } from './canonical-json.js';
import { differences, type EvidenceFault } from './evidence-differences.js';
import { type EvidenceDocument2, MAX_TEMPLATE_BYTES, TEMPLATE_FILE_NAME } from './evidence-version-2.js';
import { formFieldsSha256 } from './form-fields-digest.js';
import { sendingOf } from './signer-proofs.js';

const isTemplateDocuments = listOf(
  objectWith({ n: isSafeInteger, sha256: isSha256, originalSha256: isSha256 }),
);
const isTemplate = objectWith({ documents: isTemplateDocuments });
/** The documents of `template.json`. */
export type TemplateDocuments = { n: number; sha256: string; originalSha256: string }[];

/**
 * Compares the template with the event `created`.
 * @returns its documents; `doubted` if the attached file is not what the request was made from
 */
export function templateFaults(
  { template, events }: EvidenceDocument2,
  file: Uint8Array | null,
): { faults: EvidenceFault[]; documents: TemplateDocuments | 'doubted' | null } {
  const recorded = 'events[0].data.template';
  const known = (events[0]?.data.template ?? null) as EvidenceDocument2['template'];
  const faults = differences('template', template, recorded, known);
  const fault = (against: string) => ({
    faults: [...faults, { place: TEMPLATE_FILE_NAME, against }],
    documents: 'doubted' as const,
  });
  if (known === null) return file === null ? { faults, documents: null } : fault(recorded);
  if (file === null || file.length > MAX_TEMPLATE_BYTES) return fault(recorded);
  if (digest('sha256', file, 'hex') !== known.sha256) return fault(`${recorded}.sha256`);
  const value = canonicalValue(file);
  if (!isTemplate(value)) return fault('RFC 8785');
  return { faults, documents: (value as { documents: TemplateDocuments }).documents };
}

const hasForm = objectWith({ documents: isTemplateDocuments, fields: listOf(objectWith({})) });

/**
 * Whether people were given the documents and the form of the template, or others that were put into the draft.
 * @param file - the attached `template.json`, of which nothing is wrong
 * @returns null without a template, or if the event that sent the request does not say
 */
export function isAsInTemplate(
  { documents, events }: EvidenceDocument2,
  file: Uint8Array | null,
): boolean | null {
  const sent = sendingOf(events)?.data ?? {};
  const template = file === null ? null : canonicalValue(file);
  if (!hasForm(template)) return null;
  // Every request from a template has a form, unless it was taken away from the draft.
  if (sent.formSha256 === undefined && sent.documents !== undefined) return false;
  if (sent.formFieldsSha256 === undefined) return null;
  const { documents: drawn, fields } = template as { documents: TemplateDocuments; fields: object[] };
  const isSameDocuments =
    drawn.length === documents.length &&
    drawn.every(({ sha256 }, at) => sha256 === documents[at]!.presentedSha256);
  return isSameDocuments && formFieldsSha256(fields) === sent.formFieldsSha256;
}

/** The value of canonical JSON; null for anything else. */
function canonicalValue(bytes: Uint8Array): unknown {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    const value: unknown = JSON.parse(text);
    return canonicalJson(value) === text ? value : null;
  } catch {
    return null;
  }
}
