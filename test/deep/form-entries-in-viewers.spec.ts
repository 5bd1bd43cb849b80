import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TICKED } from '../../src/pdf/document-field.js';
import { type StampPlace } from '../../src/pdf/signature-stamp.js';
import { sealDocument } from '../../src/pdf/signing/seal-document.js';
import { signDetached } from '../../src/pdf-signatures/sign-detached.js';
import { everyEntry, formDetails, formPlace, printedForm } from '../support/form-places.js';
import { comparePlaces } from '../support/rendered-places.js';
import { newSealingKey } from '../support/sealing-keys.js';

/** Six drawings, each in its own process. */
const LONGEST_MS = 90_000;
const SEAL = { name: 'Acme', reason: 'Sealed by Acme', at: '2026-03-02T10:00:00.000Z' };
const HEBREW = 'שלום עולם. זהו טקסט ארוך יותר שנמשך על פני כמה שורות.\nSecond, in English.';

/** Other scripts, the smallest type, and marks where a text tag is covered. */
const OTHERS = [
  formPlace('text', 'hebrew', HEBREW, { y: 400, height: 70, form: { lines: 'many' } }),
  formPlace('text', 'hindi', 'नमस्ते दुनिया — ไทยแลนด์', { y: 480 }),
  formPlace('text', 'comb', 'שלום', { y: 510, form: { cells: 10 } }),
  formPlace('text', 'low', 'Ågjpq', { y: 540, height: 7.5 }),
  formPlace('checkbox', 'tagged', TICKED, { y: 560, width: 20, height: 20, tagBox: box(560) }),
  formPlace('radio', 'tagged', TICKED, { y: 590, width: 20, height: 20, tagBox: box(590) }),
  formPlace('radio', 'empty', '', { y: 620, width: 20, height: 20, tagBox: box(620) }),
];

function box(y: number): StampPlace['tagBox'] {
  return { x: 60, y, width: 20, height: 20 };
}

it(
  'entries of forms look the same in poppler, MuPDF and pdf.js, and nothing is drawn for what is not chosen',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'countersign-entries-'));
    const places = [...(await everyEntry()).map(({ place }) => place), ...OTHERS];
    const key = await newSealingKey('p256');
    const before = printedForm([]);
    const { pdf } = await sealDocument(before, formDetails(places), SEAL, (digest) =>
      signDetached(digest, key),
    );
    const files = [join(folder, 'before.pdf'), join(folder, 'after.pdf')] as const;
    try {
      writeFileSync(files[0], before);
      writeFileSync(files[1], pdf);
      const marked = places.map((place) => ({ name: place.form!.name, page: 1, box: place }));
      const faults = (await comparePlaces(...files, marked)).map(({ name, fault }) => [name, fault]);
      const isEmpty = ({ kind, value, tagBox }: StampPlace) =>
        (kind === 'checkbox' || kind === 'radio') && value === '' && !tagBox;
      const blank = 'is not drawn by poppler, mupdf, pdf.js';
      expect(faults).toEqual(places.map((place) => [place.form!.name, isEmpty(place) ? blank : null]));
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
  LONGEST_MS,
);
