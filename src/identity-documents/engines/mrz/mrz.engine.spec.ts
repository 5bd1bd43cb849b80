import sharp from 'sharp';
import { encodeMrz, type MrzFormatName } from '../../../../scripts/mrz/encode-mrz.js';
import { Random } from '../../../../scripts/mrz/random.js';
import { randomPerson } from '../../../../scripts/mrz/random-person.js';
import { renderCard } from '../../../../scripts/mrz/render-card.js';
import { type PhotoOptions } from '../../../../scripts/mrz/render-passport.js';
import { inDepth } from '../../../../test/support/in-depth.js';
import { readMrzFromImage } from '../../../../test/support/mrz-image.js';

type Card = Exclude<MrzFormatName, 'TD3'>;
const CARDS: Card[] = ['TD1', 'TD2', 'MRVA', 'MRVB', 'IDFRA'];

const read = async (format: Card, lines: readonly string[], options: PhotoOptions) =>
  readMrzFromImage(await renderCard(format, lines, options));

const person = (seed: number) => randomPerson(new Random(seed));

describe.each(CARDS)('%s', (format) => {
  test('reads the zone completely, with valid check digits', async () => {
    const lines = encodeMrz(format, { ...person(11), personalNumber: 'ZE184226B' });
    const reading = await read(format, lines, { background: 'desk', skew: 3 });
    expect(reading).toMatchObject({ format, lines, accepted: true, rotation: 0 });
    expect(Object.values(reading!.checkDigits)).not.toContain(false);
    expect(reading!.fields.birthDate.date).toBe(person(11).birthDate);
  });

  test('locates the zone upside down', async () => {
    const reading = await read(format, encodeMrz(format, person(12)), { background: 'dark', rotate: 180 });
    expect(reading).toMatchObject({ accepted: true, rotation: 180 });
    for (const { x, y } of reading!.box) {
      expect(x).toBeGreaterThan(0);
      expect(x).toBeLessThan(1);
      expect(y).toBeLessThan(0.5);
    }
  });

  it('does not accept the zone with an altered birth date', async () => {
    const [first, second, ...rest] = encodeMrz(format, { ...person(13), birthDate: '1985-06-07' });
    const alter = (line: string) => line.replace('850607', '950607');
    const lines = [alter(first!), alter(second!), ...rest];
    expect(lines.join()).toContain('950607');
    const reading = await read(format, lines, {});
    expect(reading).toMatchObject({ accepted: false, checkDigits: { birthDate: false } });
  });
});

test('continues a long document number in the optional data', async () => {
  // ICAO 9303-5, part of note j: nine characters, a filler, the rest, then the check digit.
  const [, second, third] = encodeMrz('TD1', { ...person(14), personalNumber: '' });
  const number = 'AB1234567890';
  const digit = (text: string) =>
    String(
      [...text].reduce((sum, c, i) => sum + (c === '<' ? 0 : parseInt(c, 36)) * [7, 3, 1][i % 3]!, 0) % 10,
    );
  const first = `IDUTO${number.slice(0, 9)}<${number.slice(9)}${digit(number)}`.padEnd(30, '<');
  const covered = first.slice(5) + second!.slice(0, 7) + second!.slice(8, 15) + second!.slice(18, 29);
  const lines = [first, second!.slice(0, 29) + digit(covered), third!];
  const reading = await read('TD1', lines, {});
  expect(reading).toMatchObject({ lines, accepted: true });
  expect(reading!.fields.documentNumber).toBe(number);
  expect(reading!.fields.optionalData).toEqual([]);
});

test('reads the digit in second place of a US card’s code', async () => {
  const [first, ...rest] = encodeMrz('TD1', person(15));
  const lines = [first!.replace('ID', 'C1'), ...rest];
  expect(await read('TD1', lines, {})).toMatchObject({ lines, accepted: true });
});

inDepth('does not take marks next to the lines for characters', async () => {
  const lines = encodeMrz('TD1', person(16));
  const image = await renderCard('TD1', lines, { margin: 0.25, background: 'white' });
  const plain = await readMrzFromImage(image);
  const marked = await readMrzFromImage(await addMarks(image, plain!.box));
  expect(marked).toMatchObject({ lines, accepted: true });
  expect(marked!.box[0]!.x).toBeCloseTo(plain!.box[0]!.x, 2);
});

/** Draws two marks at each end of each line, 1.8 pitches apart. `box` holds the corners of a TD1 zone. */
async function addMarks(image: Buffer, box: readonly { x: number; y: number }[]): Promise<Buffer> {
  const { width, height } = await sharp(image).metadata();
  const [left, right] = [box[0]!.x * width, box[1]!.x * width];
  const [top, bottom] = [box[0]!.y * height, box[2]!.y * height];
  const pitch = (right - left) / 30.6;
  const columns = [1, 2].flatMap((step) => [
    left + 0.8 * pitch - 1.8 * step * pitch,
    right - 0.8 * pitch + 1.8 * step * pitch,
  ]);
  const rows = [0, 0.5, 1].map((share) => top + 0.8 * pitch + share * (bottom - top - 1.6 * pitch));
  const marks = rows.flatMap((y) =>
    columns.map((x) => `<rect x="${x - 0.2 * pitch}" y="${y - 0.4 * pitch}"/>`),
  );
  const size = `width="${0.4 * pitch}" height="${0.8 * pitch}"`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${marks.join('').replaceAll('<rect', `<rect ${size}`)}</svg>`;
  return sharp(image)
    .composite([{ input: Buffer.from(svg) }])
    .jpeg()
    .toBuffer();
}

inDepth(
  'tells a French card from before 2021 from another of its shape by state and check digits',
  async () => {
    const lines = ['IDFRAMARTIN<<<<<<<<<<<<<<<<<<<75C001', '200175C001237SOPHIE<<JEANNE8501019F5'];
    expect(await read('IDFRA', lines, { background: 'desk', skew: 3 })).toMatchObject({
      format: 'IDFRA',
      lines,
      accepted: true,
      doubts: [],
      fields: {
        surname: 'MARTIN',
        givenNames: 'SOPHIE JEANNE',
        documentNumber: '200175C00123',
        nationality: 'FRA',
        birthDate: { date: '1985-01-01' },
        expiryDate: { raw: '', date: null },
        sex: 'F',
      },
    });
    const usual = encodeMrz('TD2', { ...person(15), state: 'FRA' });
    expect(await read('TD2', usual, {})).toMatchObject({ format: 'TD2', lines: usual, accepted: true });
  },
);

test('reads fillers in place of the expiry as such', async () => {
  const lines = [
    'IDMDAA1234567842001234567890<<',
    '4807078M<<<<<<0MDA<<<<<<<<<<<9',
    'CEBAN<<ION<<<<<<<<<<<<<<<<<<<<',
  ];
  const reading = await read('TD1', lines, {});
  expect(reading).toMatchObject({
    lines,
    accepted: true,
    fields: { expiryDate: { raw: '<<<<<<', date: null } },
  });
});

inDepth.each([
  ['TD1', 0],
  ['TD1', 1],
  ['TD1', 2],
  ['TD2', 0],
] as const)(
  'ignores two marks left of a line whose last characters are faint: %s, line %i',
  async (format, line) => {
    const lines = encodeMrz(format, { ...person(5004), surname: 'Smith', personalNumber: '' });
    const card = await renderCard(format, lines);
    const { box } = (await readMrzFromImage(card))!;
    const { width, height } = await sharp(card).metadata();
    const [left, right] = [box[0]!.x * width, box[1]!.x * width];
    const pitch = (right - left) / (lines[0]!.length + 0.2);
    const top = box[0]!.y * height;
    const y =
      top + 0.8 * pitch + (line * ((box[3]!.y - box[0]!.y) * height - 1.6 * pitch)) / (lines.length - 1);
    const mark = (columns: number) =>
      `<rect x="${left + (0.65 - columns) * pitch}" y="${y - pitch / 2}" width="${pitch / 5}" height="${pitch}" fill="#222"/>`;
    const faint = `<rect x="${right - 2.7 * pitch}" y="${y - pitch}" width="${2 * pitch}" height="${2 * pitch}" fill="#eee" opacity="0.8"/>`;
    const marks = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${mark(1.7)}${mark(2.7)}${faint}</svg>`;
    const marked = await sharp(card)
      .composite([{ input: Buffer.from(marks) }])
      .png()
      .toBuffer();
    expect(await readMrzFromImage(marked)).toMatchObject({ lines, accepted: true, doubts: [] });
  },
);
