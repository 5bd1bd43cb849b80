import { analyzeDocument } from '../../src/identity-documents/analysis/document-analyzer.js';
import { type DocumentFindings } from '../../src/identity-documents/document-findings.js';

/** Seeds that neither training nor the other benchmarks use. */
export const FIRST_SEED = 7_000_000;
export const TODAY = '2026-01-01';
export const QUARTER_TURNS = [0, 90, 180, 270] as const;

/** The findings on a picture of a passport or of another document with a zone. */
export function analyze(image: Buffer): Promise<DocumentFindings> {
  return analyzeDocument(image, { today: TODAY, isBack: false, mayHaveBarcode: false, expectsMrz: true });
}
