import { encodeTd3, type PassportPerson } from '../../scripts/mrz/encode-td3.js';
import { Random } from '../../scripts/mrz/random.js';
import { randomPerson } from '../../scripts/mrz/random-person.js';
import { renderPassport } from '../../scripts/mrz/render-passport.js';
import { type DocumentFindings } from '../../src/identity-documents/document-findings.js';
import {
  type ComparedFact,
  factsOfMrz,
  factsThat,
  isConfirmed,
} from '../../src/identity-documents/print-agreement.js';
import { judgePrint } from '../../src/identity-documents/print-verdict.js';
import { interval95 } from '../support/interval.js';
import { photo } from '../support/photo-conditions.js';
import { analyze, FIRST_SEED, QUARTER_TURNS, TODAY } from './pages.js';
import { turned } from './real-pictures.js';
import { addDecision, noDecisions, straightRow } from './straight-through.js';

export const PRINT_COLUMNS = [
  'print beside an accepted zone',
  'pages',
  'confirmed',
  '95 % interval',
  'said to disagree',
  '95 % interval',
  'of them differs',
  'not read',
];

interface PrintTally {
  pages: number;
  confirmed: number;
  /** A fact differs or is in doubt, and the report names it; on an altered page, the altered fact. */
  said: number;
  differs: number;
}

/** The facts that a forger would alter. */
export type AlteredFact = Extract<ComparedFact, 'birthDate' | 'documentNumber' | 'expiryDate'>;

export const ALTERED: Readonly<Record<AlteredFact, string>> = {
  birthDate: 'birth date',
  documentNumber: 'number',
  expiryDate: 'year of expiry',
};

/** Rows on drawn passports: their print, and their decisions. */
export interface PassportRows {
  print: string[][];
  decisions: string[][];
}

/** Drawn passports, each at all quarter turns, and pages whose print differs from their zone. */
export async function drawnPassports(each: number): Promise<PassportRows> {
  const print = QUARTER_TURNS.map(noPrint);
  const decisions = QUARTER_TURNS.map(noDecisions);
  for (let number = 0; number < each; number++) {
    const seed = FIRST_SEED + 200_000 + number;
    const random = new Random(seed);
    const page = await renderPassport(randomPerson(random), photo(random), seed);
    for (const [at, turn] of QUARTER_TURNS.entries()) {
      const findings = await analyze(await turned(page, turn));
      addPrint(print[at]!, findings);
      addDecision(decisions[at]!, { documentType: 'passport', front: findings });
    }
  }
  const altered: string[][] = [];
  for (const [at, fact] of (Object.keys(ALTERED) as AlteredFact[]).entries())
    altered.push(
      printRow(
        `drawn: ${ALTERED[fact]} altered in print`,
        await alteredPages(fact, each, FIRST_SEED + 300_000 + 1_000 * at),
      ),
    );
  return {
    print: [
      ...QUARTER_TURNS.map((turn, at) => printRow(`drawn: genuine, turned by ${turn}°`, print[at]!)),
      ...altered,
    ],
    decisions: QUARTER_TURNS.map((turn, at) =>
      straightRow(`drawn passports, turned by ${turn}°`, decisions[at]!),
    ),
  };
}

async function alteredPages(fact: AlteredFact, pages: number, firstSeed: number): Promise<PrintTally> {
  const tally = noPrint();
  for (let seed = firstSeed; seed < firstSeed + pages; seed++) {
    const random = new Random(seed);
    const person = randomPerson(random);
    const printed = { ...person, ...altered(fact, person, random) };
    const page = await renderPassport({ ...printed, mrzLines: encodeTd3(person) }, photo(random), seed);
    addPrint(tally, await analyze(page), fact);
  }
  return tally;
}

function altered(fact: AlteredFact, person: PassportPerson, random: Random): Partial<PassportPerson> {
  return fact === 'documentNumber'
    ? { number: alter(fact, person.number, random) }
    : { [fact]: alter(fact, person[fact], random) };
}

/** Changes the last digit, so dates stay dates; for an expiry, in its year. */
export function alter(fact: AlteredFact, text: string, random: Random): string {
  const end = fact === 'expiryDate' ? 4 : text.length;
  const at = text.slice(0, end).search(/\d\D*$/);
  const digits = ['1', '2', '4', '7'].filter((digit) => digit !== text[at]);
  return text.slice(0, at) + random.pick(digits) + text.slice(at + 1);
}

export const noPrint = (): PrintTally => ({ pages: 0, confirmed: 0, said: 0, differs: 0 });

/** The print matters only with an accepted zone. */
export function addPrint(
  tally: PrintTally,
  { mrz, ...print }: Pick<DocumentFindings, 'mrz' | 'printed' | 'reread'>,
  fact?: AlteredFact,
): void {
  if (!mrz?.accepted) return;
  const agreement = judgePrint(print, factsOfMrz(mrz.fields), TODAY);
  tally.pages++;
  if (!agreement) return;
  const isAmong = (facts: readonly ComparedFact[]) => (fact ? facts.includes(fact) : facts.length > 0);
  const differs = isAmong(factsThat('differs', agreement));
  if (isConfirmed(agreement)) tally.confirmed++;
  if (differs) tally.differs++;
  if (differs || isAmong(factsThat('doubtful', agreement))) tally.said++;
}

export function printRow(kind: string, { pages, confirmed, said, differs }: PrintTally): string[] {
  return [
    kind,
    `${pages}`,
    `${confirmed}`,
    interval95(confirmed, pages),
    `${said}`,
    interval95(said, pages),
    `${differs}`,
    `${pages - confirmed - said}`,
  ];
}
