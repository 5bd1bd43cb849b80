import { verdictOf } from '../../src/signed-pdf-checks/domain/verdict.policy.js';
import { checkDocument } from '../../src/signed-pdf-checks/reading/check-document.js';
import { PARTS } from '../support/crafted-parts.js';
import { CHANGES, SPELLINGS } from '../support/crafted-updates.js';
import { craftedUpdate, rentPdf } from '../support/sealed-update.js';
import { newSealingKey } from '../support/sealing-keys.js';
import { sealedPdf } from '../support/signed-pdfs.js';
import { pdfJsText } from '../support/pdf-js-text.js';
import { ask, pdfText } from '../support/validators.js';

const NOW = '2026-06-01T00:00:00.000Z';

/** What a program says that cannot open the file. */
const NOTHING = 'nothing';

/** The text of all pages as poppler, mupdf and pdf.js read it. */
async function readings(pdf: Buffer): Promise<string[]> {
  const drawn = ask('mutool', ['draw', '-q', '-F', 'txt', 'file.pdf'], { 'file.pdf': pdf }).output;
  const shown = await pdfJsText(pdf).catch(() => NOTHING);
  return [pdfText(pdf), drawn, shown].map((text) => text.replace(/^(warning|error|Syntax).*$/gm, ''));
}

const rentIn = (text: string) => /Rent: \d+/.exec(text)?.[0] ?? NOTHING;

async function verdict(pdf: Buffer): Promise<string> {
  const checked = await checkDocument({ pdf, authorities: '' });
  return checked.ok ? verdictOf(checked.facts, NOW) : 'unreadable';
}

describe('an update behind a seal', () => {
  let sealed: Buffer;
  let asSealed: string[];

  beforeAll(async () => {
    sealed = await sealedPdf(rentPdf(), await newSealingKey('p256'));
    asSealed = await readings(sealed);
    expect(asSealed.map(rentIn)).toEqual(Array(3).fill('Rent: 100'));
    expect(await verdict(sealed)).toBe('intact');
  });

  it('is never called unchanged if a program may show another page', async () => {
    const found = new Map<string, string[]>();
    let misled = 0;
    for (const [name, craft] of Object.entries({ ...CHANGES, ...PARTS })) {
      const pdf = craftedUpdate(sealed, craft);
      const word = await verdict(pdf);
      found.set(word, [...(found.get(word) ?? []), name]);
      if ((await readings(pdf)).some((text, index) => text !== asSealed[index])) misled++;
    }
    expect(found.get('intact')).toBeUndefined();
    expect(Object.keys(CHANGES).length).toBeGreaterThanOrEqual(40);
    expect(misled).toBeGreaterThan(20);
  }, 600_000);

  it.each(Object.entries(SPELLINGS))(
    'may be spelled in ways that all read alike: %s',
    async (_name, craft) => {
      const pdf = craftedUpdate(sealed, craft);
      expect(await readings(pdf)).toEqual(asSealed);
      expect(await verdict(pdf)).toBe('intact');
    },
    60_000,
  );
});
