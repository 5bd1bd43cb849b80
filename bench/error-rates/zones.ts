import { encodeMrz, type MrzFormatName } from '../../scripts/mrz/encode-mrz.js';
import { Random } from '../../scripts/mrz/random.js';
import { randomPerson } from '../../scripts/mrz/random-person.js';
import { renderCard } from '../../scripts/mrz/render-card.js';
import { renderPassport } from '../../scripts/mrz/render-passport.js';
import { type MrzReading } from '../../src/identity-documents/engines/mrz/mrz-reading.js';
import { readMrzFromImage } from '../../test/support/mrz-image.js';
import { interval95 } from '../support/interval.js';
import { CLEAN, DAMAGED, photo } from '../support/photo-conditions.js';
import { FIRST_SEED, TODAY } from './pages.js';

const FORMATS: readonly MrzFormatName[] = ['TD3', 'TD1', 'TD2', 'MRVA', 'MRVB'];

export const ZONE_COLUMNS = [
  'zones',
  'number',
  'read exactly',
  '95 % interval',
  'refused',
  'wrong but accepted',
  '95 % interval',
];

interface ZoneTally {
  all: number;
  exact: number;
  refused: number;
  wrong: number;
}

export const noZones = (): ZoneTally => ({ all: 0, exact: 0, refused: 0, wrong: 0 });

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

/** Reading exactly what is printed is right here, but must not be accepted: the zone contradicts itself. */
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

export function addZone(tally: ZoneTally, reading: MrzReading | null, lines: readonly string[]): void {
  const isExact = reading?.lines.join() === lines.join();
  tally.all++;
  if (isExact) tally.exact++;
  if (!reading?.accepted) tally.refused++;
  else if (!isExact) tally.wrong++;
}

export function zoneRow(kind: string, { all, exact, refused, wrong }: ZoneTally): string[] {
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
