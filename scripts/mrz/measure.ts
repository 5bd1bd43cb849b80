import { analyzeDocument } from '../../src/document-analysis/document-analyzer.js';
import { type DocumentFindings } from '../../src/document-analysis/document-findings.js';
import { Random } from './random.js';
import { randomPerson } from './random-person.js';
import { type PhotoOptions, renderPassport } from './render-passport.js';
import { td3Lines } from './td3-lines.js';

/** Measures the reader on rendered documents: node dist/scripts/mrz/measure.js [documents]. */
const DOCUMENTS = Number(process.argv[2] ?? 200);
const TODAY = '2026-01-01';

/** Photos of growing difficulty, each document gets one of them in turn. */
const CONDITIONS: Record<string, (random: Random) => PhotoOptions> = {
  'scan, any quarter turn': (random) => ({ rotate: 90 * random.below(4) }),
  'photo, up to 8° askew': (random) => ({ ...photo(random), skew: random.between(-8, 8) }),
  'photo at an angle, turned': (random) => ({
    ...photo(random),
    rotate: 90 * random.below(4),
    skew: random.between(-4, 4),
    perspective: random.between(0.05, 0.14),
  }),
  'blurred and noisy photo': (random) => ({
    ...photo(random),
    blur: random.between(1, 2),
    noise: random.between(8, 16),
  }),
  'dim photo with a lamp, JPEG 45': (random) => ({
    ...photo(random),
    unevenLight: 0.55,
    glare: random.between(0.4, 0.9),
    jpegQuality: 45,
  }),
  'small picture': (random) => ({ ...photo(random), pageWidth: 620 + random.below(200), jpegQuality: 70 }),
};

/** So bad that many cannot be read: what counts here is that none is accepted wrongly. */
const BARELY_READABLE: Record<string, (random: Random) => PhotoOptions> = {
  'very blurred': (random) => ({ ...photo(random), blur: random.between(2.5, 5) }),
  'very noisy, JPEG 20': (random) => ({ ...photo(random), noise: random.between(25, 50), jpegQuality: 20 }),
  'very small': (random) => ({ ...photo(random), pageWidth: 400 + random.below(150), jpegQuality: 50 }),
  'burnt out': (random) => ({
    ...photo(random),
    glare: random.between(1.5, 3),
    blur: random.between(0.5, 2),
  }),
};

function photo(random: Random): PhotoOptions {
  return {
    background: random.pick(['desk', 'dark', 'white'] as const),
    skew: random.between(-2, 2),
    perspective: random.between(0, 0.04),
    noise: random.between(1, 5),
    unevenLight: random.between(0, 0.3),
    jpegQuality: 60 + random.below(35),
  };
}

interface Tally {
  documents: number;
  right: number;
  accepted: number;
  wrongAccepted: number;
  contradictory: number;
}

const emptyTally = (): Tally => ({ documents: 0, right: 0, accepted: 0, wrongAccepted: 0, contradictory: 0 });
let analyses = 0;
let cpuMs = 0;

async function analyze(image: Buffer): Promise<DocumentFindings> {
  const before = process.cpuUsage();
  const findings = await analyzeDocument(image, { today: TODAY, mayHaveBarcode: false });
  const used = process.cpuUsage(before);
  cpuMs += (used.user + used.system) / 1000;
  analyses++;
  return findings;
}

function count(tally: Tally, { mrz }: DocumentFindings, truth: readonly string[]): void {
  const isRight = mrz?.lines.join() === truth.join();
  tally.documents++;
  if (isRight) tally.right++;
  if (mrz?.accepted) tally.accepted++;
  if (mrz?.accepted && !isRight) tally.wrongAccepted++;
  if (mrz?.contradictory) tally.contradictory++;
}

/** Genuine documents, the conditions in turn. */
async function measureGenuine(conditions: typeof CONDITIONS): Promise<Record<string, Tally>> {
  const tallies = Object.fromEntries(Object.keys(conditions).map((name) => [name, emptyTally()]));
  for (let seed = 0; seed < DOCUMENTS; seed++) {
    const random = new Random(1000 + seed);
    const person = randomPerson(random);
    const [name, condition] = Object.entries(conditions)[seed % Object.keys(conditions).length]!;
    const findings = await analyze(await renderPassport(person, condition(random), seed));
    count(tallies[name]!, findings, td3Lines(person));
  }
  return tallies;
}

/** Documents with one digit of a date or of the number changed, the check digits left as they were. */
async function measureAltered(): Promise<Tally> {
  const tally = emptyTally();
  for (let seed = 0; tally.documents < DOCUMENTS; seed++) {
    const random = new Random(5000 + seed);
    const person = randomPerson(random);
    const [upper, lower] = td3Lines(person);
    const column = random.pick([0, 3, 8, 14, 16, 18, 21, 22, 24, 26]);
    // A letter against the digit of the same value modulo 10 is what no check digit shows.
    if (!/[0-9]/.test(lower.charAt(column))) continue;
    const digit = (Number(lower.charAt(column)) + 1 + random.below(9)) % 10;
    const altered = lower.slice(0, column) + digit + lower.slice(column + 1);
    const image = await renderPassport({ ...person, mrzLines: [upper, altered] }, photo(random), seed);
    count(tally, await analyze(image), [upper, altered]);
  }
  return tally;
}

/** Pages without a zone. */
async function measureWithoutZone(): Promise<Tally> {
  const tally = emptyTally();
  for (let seed = 0; seed < DOCUMENTS / 4; seed++) {
    const random = new Random(9000 + seed);
    const image = await renderPassport({ ...randomPerson(random), withoutMrz: true }, photo(random), seed);
    count(tally, await analyze(image), []);
  }
  return tally;
}

console.table(await measureGenuine(CONDITIONS));
console.table(await measureGenuine(BARELY_READABLE));
console.table({ altered: await measureAltered(), 'without a zone': await measureWithoutZone() });
console.log(`${analyses} pictures, ${(cpuMs / analyses).toFixed(0)} ms of one core each`);
