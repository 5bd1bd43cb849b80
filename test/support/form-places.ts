import sharp from 'sharp';
import { type FieldKind, TICKED } from '../../src/pdf/document-field.js';
import {
  type FormMark,
  type SignatureStamp,
  type StampDetails,
  type StampPlace,
} from '../../src/pdf/signature-stamp.js';
import { assemblePdf, PAGE_TREE, streamBody } from './pdf-samples.js';
import { wordsFor } from './stamp-words.js';

const A4 = { width: 595, height: 842 };
const JANE: SignatureStamp = {
  ...{ name: 'Jane Doe', email: 'jane@signers.test', signedAt: '2026-03-01T09:30:05.123Z' },
  type: 'fast',
  method: 'Clicked',
  mark: { kind: 'click' },
};

const MARK: FormMark = {
  ...{ name: '', label: '', lines: 1, cells: null, picture: null, stampLines: [] },
};

/** A place of a form at the left of an A4 page. @param mark - its own rules, and other sizes of its box */
export function formPlace(
  kind: FieldKind,
  name: string,
  value: string,
  { form, ...box }: Partial<Omit<StampPlace, 'form'>> & { form?: Partial<FormMark> } = {},
): StampPlace {
  return {
    ...{ kind, value, page: 1, signer: 0, tagBox: null, x: 60, y: 60, width: 200, height: 18 },
    ...box,
    form: { ...MARK, name, label: `The ${name}`, ...form },
  };
}

export const PARAGRAPHS = [
  'The mill stands on the left bank, and its wheel has turned since 1782 without a day of rest.',
  '',
  'Deliveries go to the back door: Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen.',
].join('\n');

/** An entry of every kind, each with the value that readers of the form find, under its name; null for none. */
export async function everyEntry(): Promise<{ place: StampPlace; value: string | null }[]> {
  const picture = await sealPicture();
  const wide = { x: 60, width: 220 };
  const square = { width: 14, height: 14 };
  const entries: [StampPlace, value?: string | null][] = [
    [formPlace('text', 'town', 'Bath on Avon', { ...wide, y: 60 })],
    [formPlace('text', 'remarks', PARAGRAPHS, { ...wide, y: 90, height: 90, form: { lines: 'many' } })],
    [formPlace('text', 'iban', 'GB33BUKB2020', { ...wide, y: 195, height: 20, form: { cells: 16 } })],
    [formPlace('number', 'rent', '1,234.50\u00a0EUR', { ...wide, y: 230, width: 120 })],
    [formPlace('formula', 'deposit', '3,703.50\u00a0EUR', { ...wide, y: 255, width: 120 })],
    [formPlace('chosen_date', 'start', '1 March 2026', { ...wide, y: 280 })],
    [formPlace('choice', 'floor', 'The second floor, towards the yard', { ...wide, y: 305, width: 110 })],
    [formPlace('label', 'note', 'Please return the keys.', { ...wide, y: 330 }), null],
    [formPlace('checkbox', 'married', TICKED, { ...square, x: 320, y: 60 }), 'Yes'],
    [formPlace('checkbox', 'pets', '', { ...square, x: 320, y: 80 }), 'Off'],
    [formPlace('radio', 'heating', TICKED, { ...square, x: 320, y: 100, form: { option: 'gas' } }), 'gas'],
    [formPlace('radio', 'heating2', '', { ...square, x: 320, y: 120, form: { option: 'oil' } }), 'Off'],
    [
      formPlace('checkboxes', 'extras', TICKED, { ...square, x: 320, y: 140, form: { option: 'Größe L' } }),
      'Yes',
    ],
    [formPlace('image', 'photo', '', { x: 320, y: 180, width: 120, height: 90, form: { picture } })],
    [
      formPlace('stamp', 'company', '', {
        ...{ x: 320, y: 290, width: 180, height: 60 },
        form: { picture, stampLines: ['Mill Ltd', '1 Mill Lane, Bath', 'Registered in England 01234567'] },
      }),
      'Mill Ltd\n1 Mill Lane, Bath\nRegistered in England 01234567',
    ],
  ];
  return entries.map(([place, value = place.value]) => ({ place, value }));
}

export const formDetails = (places: StampPlace[]): StampDetails => ({
  ...{ words: wordsFor(1), documentName: 'Lease of the mill', documentSha256: 'ab'.repeat(32) },
  ...{ signers: [JANE], places, carriesSignatures: false },
});

/** An A4 page with the boxes of these places printed on it, those of radio buttons as circles. */
export function printedForm(places: readonly StampPlace[]): Buffer {
  const drawn = places.map(({ kind, x, y, width, height }) => {
    const bottom = A4.height - y - height;
    return kind === 'radio'
      ? `1 J ${width} w 0.6 G ${x + width / 2} ${bottom + height / 2} m ${x + width / 2} ${bottom + height / 2} l S ${width - 1.2} w 1 G ${x + width / 2} ${bottom + height / 2} m ${x + width / 2} ${bottom + height / 2} l S`
      : `0.6 w 0.6 G ${x} ${bottom} ${width} ${height} re S`;
  });
  return assemblePdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    PAGE_TREE,
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${A4.width} ${A4.height}] /Contents 4 0 R /Resources << >> >>`,
    streamBody(drawn.join('\n')),
  ]);
}

/** The round seal of a company, with soft edges on a transparent background. */
const sealPicture = () =>
  sharp(
    Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="240" height="240"><g fill="none" stroke="#8a1c1c" stroke-width="10"><circle cx="120" cy="120" r="110"/><circle cx="120" cy="120" r="76"/><path d="M70 140 L120 70 L170 140 Z"/></g></svg>',
    ),
  )
    .png()
    .toBuffer();
