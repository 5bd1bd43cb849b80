import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { analyzeDocument } from '../../src/identity-documents/analysis/document-analyzer.js';

/**
 * Photos of real specimens may not be redistributed, so this reads them only if COUNTERSIGN_SPECIMENS names a
 * folder of them: `td*.jpg`, `mrv*.jpg` and `passport*.jpg` must be accepted, all others must not.
 */
const folder = process.env.COUNTERSIGN_SPECIMENS;
const photos = folder ? readdirSync(folder).filter((name) => name.endsWith('.jpg')) : [];

(folder ? describe : describe.skip)('real specimens', () => {
  it('exist', () => expect(photos).not.toEqual([]));

  for (const name of photos) {
    it(name, async () => {
      const findings = await analyzeDocument(readFileSync(join(folder!, name)), {
        today: '2026-01-01',
        mayHaveBarcode: false,
        expectsMrz: true,
      });
      expect(findings.mrz?.accepted ?? false).toBe(/^(td|mrv|passport)/.test(name));
    });
  }
});
