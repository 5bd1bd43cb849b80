import { encodeMrz, type MrzFormatName } from '../../scripts/mrz/encode-mrz.js';
import { encodeTd3 } from '../../scripts/mrz/encode-td3.js';
import { Random } from '../../scripts/mrz/random.js';
import { randomPerson } from '../../scripts/mrz/random-person.js';
import { renderCard } from '../../scripts/mrz/render-card.js';
import { renderPassport } from '../../scripts/mrz/render-passport.js';
import { analyzeDocument } from '../../src/identity-documents/analysis/document-analyzer.js';
import { type DocumentFindings } from '../../src/identity-documents/document-findings.js';
import { type MrzReading } from '../../src/identity-documents/engines/mrz/mrz-reading.js';
import { readPrint } from '../../src/identity-documents/analysis/read-print.js';
import { comparePrint, factsThat, isConfirmed } from '../../src/identity-documents/print-agreement.js';
import { greyImage, readMrzFromImage } from '../../test/support/mrz-image.js';
import { interval95 } from '../support/interval.js';
import { CLEAN, DAMAGED, photo } from '../support/photo-conditions.js';
import { type RealPicture, turned } from './real-pictures.js';

/** Seeds that neither training nor the other benchmarks use. */
const FIRST_SEED = 7_000_000;
const TODAY = '2026-01-01';
const FORMATS: readonly MrzFormatName[] = ['TD3', 'TD1', 'TD2', 'MRVA', 'MRVB'];
const QUARTER_TURNS = [0, 90, 180, 270] as const;

export const ZONE_COLUMNS = [
  'zones',
  'number',
  'read exactly',
  '95 % interval',
  'refused',
  'wrong but accepted',
  '95 % interval',
];
export const PRINT_COLUMNS = [
  'print beside an accepted zone',
  'pages',
  'confirmed',
  '95 % interval',
  'not confirmed',
  'differs',
  '95 % interval',
];

interface ZoneTally {
  all: number;
  exact: number;
  refused: number;
  wrong: number;
}

interface PrintTally {
  pages: number;
  confirmed: number;
  differs: number;
}

/** Zones of drawn documents of all formats; `each` for each kind of photo. */
export async function drawnZones(each: number): Promise<string[][]> {
  const rows: string[][] = [];
  for (const [kind, conditions] of [
    ['drawn: scans and ordinary photos', CLEAN],
    ['drawn: ten kinds of damage', DAMAGED],
  ] as const) {
    const tally = noZones();
    for (const [at, condition] of Object.values(conditions).entries())
      for (let number = 0; number < each; number++) {
        const seed = FIRST_SEED + 1_000 * at + number;
        const random = new Random(seed);
        const format = FORMATS[number % FORMATS.length]!;
        const lines = encodeMrz(format, randomPerson(random));
        addZone(
          tally,
          await readMrzFromImage(await draw(format, lines, condition(random), seed), TODAY),
          lines,
        );
      }
    rows.push(zoneRow(kind, tally));
  }
  rows.push(zoneRow('drawn: one digit altered, check digits kept', await alteredZones(2 * each)));
  return rows;
}

/** Exactly read as printed is right here, but must not be accepted: the zone contradicts itself. */
async function alteredZones(documents: number): Promise<ZoneTally> {
  const tally = noZones();
  for (let number = 0; number < documents; number++) {
    const seed = FIRST_SEED + 100_000 + number;
    const random = new Random(seed);
    const format = FORMATS[number % FORMATS.length]!;
    const lines = encodeMrz(format, { ...randomPerson(random), birthDate: '1985-06-07' }).map((line) =>
      line.replace('850607', `85060${random.pick(['1', '2', '3', '4', '5', '6', '8', '9'])}`),
    );
    const reading = await readMrzFromImage(await draw(format, lines, photo(random), seed), TODAY);
    tally.all++;
    if (reading?.lines.join() === lines.join()) tally.exact++;
    if (reading?.accepted) tally.wrong++;
    else tally.refused++;
  }
  return tally;
}

function draw(
  format: MrzFormatName,
  lines: readonly string[],
  options: Parameters<typeof renderCard>[2],
  seed: number,
): Promise<Buffer> {
  return format === 'TD3'
    ? renderPassport({ ...randomPerson(new Random(seed)), mrzLines: lines }, options, seed)
    : renderCard(format, lines, options, seed);
}

/** Print of drawn passports: genuine ones at each quarter turn, and with something else printed than in the zone. */
export async function drawnPrint(each: number): Promise<string[][]> {
  const rows: string[][] = [];
  for (const [at, rotate] of QUARTER_TURNS.entries()) {
    const tally = noPrint();
    for (let number = 0; number < each; number++) {
      const seed = FIRST_SEED + 200_000 + 1_000 * at + number;
      const random = new Random(seed);
      const page = await renderPassport(randomPerson(random), { ...photo(random), rotate }, seed);
      addPrint(tally, await analyze(page));
    }
    rows.push(printRow(`drawn: genuine, turned by ${rotate}°`, tally));
  }
  for (const [at, field] of (['birthDate', 'number'] as const).entries()) {
    const tally = noPrint();
    for (let number = 0; number < each; number++) {
      const seed = FIRST_SEED + 300_000 + 1_000 * at + number;
      const random = new Random(seed);
      const person = randomPerson(random);
      const printed = { ...person, [field]: withOneDigitChanged(person[field], random) };
      const page = await renderPassport({ ...printed, mrzLines: encodeTd3(person) }, photo(random), seed);
      addPrint(tally, await analyze(page));
    }
    rows.push(printRow(`drawn: ${field === 'number' ? 'number' : 'birth date'} altered in print`, tally));
  }
  return rows;
}

/** Another digit in the last place that has one, so that dates stay dates. */
function withOneDigitChanged(text: string, random: Random): string {
  const at = text.search(/\d\D*$/);
  const digits = ['1', '2', '4', '7'].filter((digit) => digit !== text[at]);
  return text.slice(0, at) + random.pick(digits) + text.slice(at + 1);
}

/**
 * Zones and print of pictures of real documents, at each quarter turn, and the same print read anew beside a zone of which one
 * digit is another: what a forger alters in print contradicts the zone in the same way. Zones that nobody transcribed are not
 * counted.
 */
export async function realPages(
  pictures: readonly RealPicture[],
): Promise<{ zones: string[][]; print: string[][] }> {
  const zones = noZones();
  const print = QUARTER_TURNS.map(noPrint);
  const altered = { birthDate: noPrint(), documentNumber: noPrint() };
  const random = new Random(FIRST_SEED + 400_000);
  for (const { bytes, lines } of pictures)
    for (const [at, turn] of QUARTER_TURNS.entries()) {
      const image = await turned(bytes, turn);
      const findings = await analyze(image);
      const { mrz } = findings;
      if (lines) addZone(zones, mrz, lines);
      if (mrz?.format !== 'TD3') continue;
      addPrint(print[at]!, findings);
      if (!mrz.accepted) continue;
      const grey = await greyImage(image);
      for (const field of ['birthDate', 'documentNumber'] as const) {
        const other = withAnother(field, mrz, random);
        addPrint(altered[field], { mrz: other, printed: await readPrint(grey, other) });
      }
    }
  return {
    zones: [zoneRow('real: each at four quarter turns', zones)],
    print: [
      ...QUARTER_TURNS.map((turn, at) => printRow(`real: passports, turned by ${turn}°`, print[at]!)),
      printRow('real: another birth date than printed', altered.birthDate),
      printRow('real: another number than printed', altered.documentNumber),
    ],
  };
}

/** The zone as if one digit of a field were another. */
function withAnother(field: 'birthDate' | 'documentNumber', mrz: MrzReading, random: Random): MrzReading {
  const { documentNumber, birthDate } = mrz.fields;
  const other =
    field === 'documentNumber'
      ? { documentNumber: withOneDigitChanged(documentNumber, random) }
      : { birthDate: { ...birthDate, date: withOneDigitChanged(birthDate.date!, random) } };
  return { ...mrz, fields: { ...mrz.fields, ...other } };
}

function analyze(image: Buffer): Promise<DocumentFindings> {
  return analyzeDocument(image, { today: TODAY, mayHaveBarcode: false, expectsMrz: true });
}

const noZones = (): ZoneTally => ({ all: 0, exact: 0, refused: 0, wrong: 0 });
const noPrint = (): PrintTally => ({ pages: 0, confirmed: 0, differs: 0 });

function addZone(tally: ZoneTally, reading: MrzReading | null, lines: readonly string[]): void {
  const isExact = reading?.lines.join() === lines.join();
  tally.all++;
  if (isExact) tally.exact++;
  if (!reading?.accepted) tally.refused++;
  else if (!isExact) tally.wrong++;
}

/** Only with an accepted zone does the print decide anything. */
function addPrint(tally: PrintTally, { mrz, printed }: Pick<DocumentFindings, 'mrz' | 'printed'>): void {
  if (!mrz?.accepted) return;
  const { birthDate, expiryDate, ...fields } = mrz.fields;
  const facts = { ...fields, birthDate: birthDate.date, expiryDate: expiryDate.date };
  const agreement = printed && comparePrint(printed, facts);
  tally.pages++;
  if (agreement && isConfirmed(agreement)) tally.confirmed++;
  if (agreement && factsThat('differs', agreement).length > 0) tally.differs++;
}

function zoneRow(kind: string, { all, exact, refused, wrong }: ZoneTally): string[] {
  return [
    kind,
    `${all}`,
    `${exact}`,
    interval95(exact, all),
    `${refused}`,
    `${wrong}`,
    interval95(wrong, all),
  ];
}

function printRow(kind: string, { pages, confirmed, differs }: PrintTally): string[] {
  const open = pages - confirmed - differs;
  return [
    kind,
    `${pages}`,
    `${confirmed}`,
    interval95(confirmed, pages),
    `${open}`,
    `${differs}`,
    interval95(differs, pages),
  ];
}
