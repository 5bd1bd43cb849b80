import { verdictOf } from '../../src/signed-pdf-checks/domain/verdict.policy.js';
import { checkDocument } from '../../src/signed-pdf-checks/reading/check-document.js';
import { OVERLAPS } from '../support/crafted-overlaps.js';
import { PARTS } from '../support/crafted-parts.js';
import { SEARCHED, TREES, withHiddenContent } from '../support/crafted-trees.js';
import { CHANGES, SPELLINGS } from '../support/crafted-updates.js';
import { WIDGETS } from '../support/crafted-widgets.js';
import { pictureFaults } from '../support/page-agreement.js';
import { pdfJsText } from '../support/pdf-js-text.js';
import { craftedUpdate, rentPdf } from '../support/sealed-update.js';
import { newSealingKey } from '../support/sealing-keys.js';
import { changedAfterwards, sealedPdf } from '../support/signed-pdfs.js';
import { completedBySigners } from '../support/signed-uploads.js';
import { ask, pdfText } from '../support/validators.js';

const NOW = '2026-06-01T00:00:00.000Z';

/** The reading of a program that cannot open the file. */
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

describe('an update after a seal', () => {
  let sealed: Buffer;
  let asSealed: string[];

  beforeAll(async () => {
    sealed = await sealedPdf(rentPdf(), await newSealingKey('p256'));
    asSealed = await readings(sealed);
    expect(asSealed.map(rentIn)).toEqual(Array(3).fill('Rent: 100'));
    expect(await verdict(sealed)).toBe('intact');
  });

  it('never calls an update unchanged if a program may show another page', async () => {
    const found = new Map<string, string[]>();
    let misled = 0;
    for (const [name, craft] of Object.entries({ ...CHANGES, ...PARTS, ...TREES })) {
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
    'accepts an update written so that all programs read it alike: %s',
    async (_name, craft) => {
      const pdf = craftedUpdate(sealed, craft);
      expect(await readings(pdf)).toEqual(asSealed);
      expect(await verdict(pdf)).toBe('intact');
    },
    120_000,
  );
});

describe('an update after which programs search the file for its objects', () => {
  it.each(Object.entries(SEARCHED))('is not called unchanged: %s', async (_name, update) => {
    const hiding = await sealedPdf(withHiddenContent(), await newSealingKey('p256'));
    expect((await readings(hiding)).map(rentIn)).toEqual(Array(3).fill('Rent: 100'));
    expect(await verdict(hiding)).toBe('intact');
    const updated = craftedUpdate(hiding, update);
    expect((await readings(updated)).map(rentIn)).toContain('Rent: 9000');
    expect(await verdict(updated)).toBe('unchecked');
  });
});

describe('an update of what is drawn and is something else besides', () => {
  it.each(Object.entries(OVERLAPS))('is not called unchanged: %s', async (_name, { document, update }) => {
    const sealed = await sealedPdf(document, await newSealingKey('p256'));
    expect(await verdict(sealed)).toBe('intact');
    const before = await readings(sealed);
    expect(before.map(rentIn)).toContain('Rent: 100');
    const updated = craftedUpdate(sealed, update);
    expect(await readings(updated)).not.toEqual(before);
    expect(await verdict(updated)).toBe('changed');
  });
});

describe('an update of a form that has only signature fields', () => {
  /** Each signer's block is a signature field on a page of its own; the seal is invisible. */
  let signed: Buffer;

  beforeAll(async () => {
    const keys = [await newSealingKey('p256'), await newSealingKey('p256'), await newSealingKey('p256')];
    const [anna, jonas, acme] = keys;
    ({ pdf: signed } = await completedBySigners(rentPdf(), [], [anna!, jonas!, acme!], true));
    expect(await verdict(signed)).toBe('intact');
  });

  it.each(Object.entries(WIDGETS))('is not called unchanged: %s', async (_name, change) => {
    expect(await verdict(await changedAfterwards(signed, change))).toMatch(/^(changed|unchecked|lost)$/);
  });

  it('is drawn otherwise by poppler if fields are to be drawn anew', async () => {
    const redrawn = await changedAfterwards(signed, WIDGETS['fields to be drawn anew']!);
    expect(await pictureFaults(signed, redrawn)).toContainEqual(expect.stringMatching(/^page 2 in poppler/));
  });
});
