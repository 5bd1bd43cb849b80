import { analyzeDocument } from '../../src/identity-documents/analysis/document-analyzer.js';
import { rereadPage } from '../../src/identity-documents/analysis/reread-page.js';
import { type DocumentFindings } from '../../src/identity-documents/document-findings.js';
import { isUnsettled } from '../../src/identity-documents/print-verdict.js';

/** Seeds that neither training nor the other benchmarks use. */
export const FIRST_SEED = 7_000_000;
export const TODAY = '2026-01-01';
export const QUARTER_TURNS = [0, 90, 180, 270] as const;

/** The findings on a picture of a passport or another document with a zone, using both readers of print as in the service. */
export async function analyze(image: Buffer): Promise<DocumentFindings> {
  const options = { today: TODAY, isBack: false, mayHaveBarcode: false, expectsMrz: true };
  return reread(image, await analyzeDocument(image, options));
}

/** Adds the second reader's text, where it is used. */
export async function reread<Findings extends Pick<DocumentFindings, 'mrz' | 'printed'>>(
  image: Buffer,
  findings: Findings,
): Promise<Findings & Pick<DocumentFindings, 'reread'>> {
  if (!isUnsettled(findings, TODAY)) return findings;
  return { ...findings, reread: await rereadPage({ image, mrzBox: findings.mrz!.box }) };
}
