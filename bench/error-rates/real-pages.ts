import { Random } from '../../scripts/mrz/random.js';
import { readPrint } from '../../src/identity-documents/analysis/read-print.js';
import { type MrzReading } from '../../src/identity-documents/engines/mrz/mrz-reading.js';
import { factsOfMrz } from '../../src/identity-documents/print-agreement.js';
import { greyImage } from '../../test/support/mrz-image.js';
import { analyze, FIRST_SEED, QUARTER_TURNS, reread, TODAY } from './pages.js';
import { addPrint, alter, ALTERED, type AlteredFact, noPrint, type PassportRows, printRow } from './print.js';
import { type RealPicture, turned } from './real-pictures.js';
import { addDecision, noDecisions, straightRow } from './straight-through.js';
import { addZone, noZones, zoneRow } from './zones.js';

const SIDE = { today: TODAY, isBack: false };
const FACTS = Object.keys(ALTERED) as AlteredFact[];

/**
 * Pictures of real documents at each quarter turn, and the same print compared with a zone that has one digit
 * changed: a forger's change to the print contradicts the zone in the same way. Zones without a transcription are not
 * counted.
 */
export async function realPages(
  pictures: readonly RealPicture[],
): Promise<PassportRows & { zones: string[][] }> {
  const zones = noZones();
  const print = QUARTER_TURNS.map(noPrint);
  const decisions = QUARTER_TURNS.map(noDecisions);
  const others = FACTS.map(noPrint);
  const random = new Random(FIRST_SEED + 400_000);
  for (const { bytes, lines } of pictures)
    for (const [at, turn] of QUARTER_TURNS.entries()) {
      const image = await turned(bytes, turn);
      const findings = await analyze(image);
      const { mrz } = findings;
      if (lines) addZone(zones, mrz, lines);
      if (!isPassport(lines ?? mrz?.lines)) continue;
      addPrint(print[at]!, findings);
      addDecision(decisions[at]!, { documentType: 'passport', front: findings });
      if (!mrz?.accepted) continue;
      const grey = await greyImage(image);
      const stated = factsOfMrz(mrz.fields);
      for (const [index, fact] of FACTS.entries()) {
        if (stated[fact] === null) continue;
        const other = withAnother(fact, mrz, random);
        const printed = await readPrint(grey, other, SIDE);
        addPrint(others[index]!, await reread(image, { mrz: other, printed }), fact);
      }
    }
  return {
    zones: [zoneRow('real: each at four quarter turns', zones)],
    print: [
      ...QUARTER_TURNS.map((turn, at) => printRow(`real: passports, turned by ${turn}°`, print[at]!)),
      ...FACTS.map((fact, at) => printRow(`real: another ${ALTERED[fact]} than printed`, others[at]!)),
    ],
    decisions: QUARTER_TURNS.map((turn, at) =>
      straightRow(`real passports, turned by ${turn}°`, decisions[at]!),
    ),
  };
}

/** Whether a zone is a passport's (ICAO 9303-4). */
function isPassport(lines: readonly string[] = []): boolean {
  return lines.length === 2 && lines[0]!.length === 44 && lines[0]!.startsWith('P');
}

/** The zone with one digit of a field changed. */
function withAnother(fact: AlteredFact, mrz: MrzReading, random: Random): MrzReading {
  const { fields } = mrz;
  const other =
    fact === 'documentNumber'
      ? { documentNumber: alter(fact, fields.documentNumber, random) }
      : { [fact]: { ...fields[fact], date: alter(fact, fields[fact].date!, random) } };
  return { ...mrz, fields: { ...fields, ...other } };
}
