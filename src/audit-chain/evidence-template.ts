import { hash as digest } from 'node:crypto';
import { isSafeInteger, isSha256, listOf, objectWith } from '../common/shapes.js';
import { canonicalJson } from './canonical-json.js';
import { differences, type EvidenceFault } from './evidence-differences.js';
import { type EvidenceDocument2, MAX_TEMPLATE_BYTES, TEMPLATE_FILE_NAME } from './evidence-version-2.js';

const isTemplate = objectWith({
  documents: listOf(objectWith({ n: isSafeInteger, sha256: isSha256, originalSha256: isSha256 })),
});
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
