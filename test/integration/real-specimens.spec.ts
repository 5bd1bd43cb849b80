import { realPictures } from '../../bench/error-rates/real-pictures.js';
import { analyzeDocument } from '../../src/identity-documents/analysis/document-analyzer.js';
import { type DocumentFindings } from '../../src/identity-documents/document-findings.js';
import { closeTextReader } from '../../src/identity-documents/engines/text/text.engine.js';
import { comparePrint, factsOfMrz, factsThat } from '../../src/identity-documents/print-agreement.js';
import { TODAY } from '../support/decision-inputs.js';

/**
 * Photos of real specimens must not be redistributed, so this reads them only if COUNTERSIGN_SPECIMENS names folders
 * of them. Zones that a `truth.json` transcribes must be read exactly or be in doubt; of the others, `td*.jpg`,
 * `mrv*.jpg` and `passport*.jpg` must be accepted, and the rest must not. No print may be taken for a contradiction
 * of its zone.
 */
const pictures = realPictures();

(process.env.COUNTERSIGN_SPECIMENS ? describe : describe.skip)('real specimens', () => {
  afterAll(closeTextReader);

  it('the folders contain specimens', () => expect(pictures).not.toEqual([]));

  for (const { name, bytes, lines } of pictures) {
    it(name, async () => {
      const { mrz, printed } = await analyzeDocument(bytes, {
        today: '2026-01-01',
        isBack: false,
        mayHaveBarcode: false,
        expectsMrz: true,
      });
      if (lines) expect(mrz?.lines).toEqual(lines);
      else expect(mrz?.accepted ?? false).toBe(/^(td|mrv|passport)/.test(name));
      if (mrz?.accepted && printed) expect(contradicted(mrz, printed)).toEqual([]);
    });
  }
});

function contradicted(
  { fields }: NonNullable<DocumentFindings['mrz']>,
  printed: NonNullable<DocumentFindings['printed']>,
) {
  return factsThat('differs', comparePrint(printed, factsOfMrz(fields), TODAY));
}
