import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PDF } from '@libpdf/core';
import { inspectDocument } from '../../src/pdf/inspection/inspect-document.js';
import { verdictOf } from '../../src/signed-pdf-checks/domain/verdict.policy.js';
import { checkDocument } from '../../src/signed-pdf-checks/reading/check-document.js';

/**
 * Files that once failed, made after public reports. They are not part of the repository, so this reads them only if
 * COUNTERSIGN_REAL_INPUTS names a folder of them.
 */
const folder = process.env.COUNTERSIGN_REAL_INPUTS ?? '';

const bytesOf = (name: string) => readFileSync(join(folder, `${name}.pdf`));

async function fateOf(name: string): Promise<string> {
  const found = await inspectDocument(bytesOf(name));
  return found.ok ? 'accepted' : found.code;
}

it('the folder is there if it is named', () => expect(folder === '' || existsSync(folder)).toBe(true));

(folder === '' ? describe.skip : describe)('files that once failed', () => {
  it.each(['hybrid', 'table-twice', 'offset-of-other-number', 'prefix-offsets', 'rebuilt-in-comment'])(
    'refuses what programs read differently: %s',
    async (name) => {
      expect(await fateOf(name)).toBe('document_ambiguous');
    },
  );

  it('accepts a sound file with offsets of eight bytes', async () => {
    expect(await fateOf('w8')).toBe('accepted');
  });

  it('never calls a sealed file unchanged whose halves disagree', async () => {
    const checked = await checkDocument({ pdf: bytesOf('sealed-then-changed-xrefstm'), authorities: '' });
    const verdict = checked.ok ? verdictOf(checked.facts, '2026-11-29T00:00:00.000Z') : checked.reason;
    expect(verdict).toMatch(/^(changed|unchecked|lost|damaged)$/);
  });

  it('takes usage rights out of what signers see', async () => {
    const found = await inspectDocument(bytesOf('16a-ur3'));
    if (!found.ok || found.kind === 'docx') throw new Error('it is refused');
    expect((await PDF.load(found.pdf!)).getCatalog().has('Perms')).toBe(false);
  });
});
