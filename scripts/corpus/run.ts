import { parseArgs } from 'node:util';
import { ApiClient } from '../../test/support/api-client.js';
import { Mailbox } from '../../test/support/mailbox.js';
import { ServerProcess } from '../../test/support/server-process.js';
import { Random } from '../mrz/random.js';
import { runDamages } from './damage-run.js';
import { type CorpusPdf, fetchPackages, type ListedPdf, readList, readPdf } from './debian-files.js';
import { judgeRefusal, judgeSealed } from './judge.js';
import { type JourneyType, SigningJourneys } from './signing-journey.js';

// Takes every PDF of test/corpus/debian-pdfs.txt through the built service: upload, two signers, seal. Then pdfsig,
// qpdf, MuPDF and poppler judge the result and every refusal. Exits with 1 if any of them finds a fault. With `--only
// NAME`, takes only files with this in their path. With `--damages N`, damages the files in N seeded ways instead,
// from number `--first`, and seals whatever is accepted.

const AT_ONCE = 2;
/** Every fifth document is signed with the signers' own certificates, after a one-time code. */
const ADVANCED_EVERY = 5;
const SAMPLE_SEED = 2026;

interface Outcome {
  name: string;
  what: 'sealed' | 'refused' | 'missing';
  /** Code of the refusal. */
  code?: string;
  opensElsewhere?: boolean;
  pages: number;
  /** Marks drawn by three renderers, and those that they drew differently. */
  places: number;
  /** Marks on a background too dark to distinguish ink; they are not compared. */
  onDark: number;
  differences: number;
  faults: string[];
  seconds: number;
}

/** The whole list, or a reproducible sample of it. */
function choose(count: number): ListedPdf[] {
  const list = readList();
  const random = new Random(SAMPLE_SEED);
  const sample: ListedPdf[] = [];
  while (sample.length < count && list.length > 0) sample.push(...list.splice(random.below(list.length), 1));
  return count === Number.POSITIVE_INFINITY ? readList() : sample;
}

async function processDocument(
  journeys: SigningJourneys,
  listed: ListedPdf,
  type: JourneyType,
): Promise<Outcome> {
  const started = performance.now();
  const pdf = await readPdf(listed);
  const outcome: Outcome = {
    name: pdf?.name ?? `${listed.package}: ${listed.path}`,
    what: 'missing',
    pages: 0,
    places: 0,
    onDark: 0,
    differences: 0,
    faults: [],
    seconds: 0,
  };
  if (pdf) {
    const found = await judgeDocument(journeys, pdf, type).catch((error: Error) => ({
      faults: [error.message],
    }));
    Object.assign(outcome, { what: 'sealed' }, found);
  }
  outcome.seconds = (performance.now() - started) / 1000;
  return outcome;
}

async function judgeDocument(
  journeys: SigningJourneys,
  { bytes }: CorpusPdf,
  type: JourneyType,
): Promise<Partial<Outcome>> {
  const journey = await journeys.run(bytes, type);
  if ('sealed' in journey) return judgeSealed(bytes, journey, type);
  const { opensElsewhere, isRight } = await judgeRefusal(bytes, journey.refused);
  const faults = isRight ? [] : [`refused with ${journey.refused}, a reason that no other tool confirms`];
  return { what: 'refused', code: journey.refused, opensElsewhere, faults };
}

async function processAll(journeys: SigningJourneys, chosen: ListedPdf[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  const left = chosen.entries();
  const work = async () => {
    for (const [index, listed] of left) {
      const type = index % ADVANCED_EVERY === 0 ? 'advanced' : 'fast';
      const outcome = await processDocument(journeys, listed, type);
      outcomes.push(outcome);
      const { name, what, code, pages, places, differences, faults, seconds } = outcome;
      const verdict =
        faults.length > 0
          ? `FAULT ${faults.join('; ')}`
          : (code ?? `${what}, ${pages} pages, ${places} places, ${differences} differences`);
      console.log(`${outcomes.length}/${chosen.length} ${seconds.toFixed(1)} s ${type} ${name}: ${verdict}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return outcomes;
}

function summarize(outcomes: Outcome[], fetched: number, seconds: number): boolean {
  const of = (what: Outcome['what']) => outcomes.filter((outcome) => outcome.what === what);
  const codes = of('refused').map(({ code }) => code!);
  const refused = [...new Set(codes)].map((code) => [code, codes.filter((each) => each === code).length]);
  const faulty = outcomes.filter(({ faults }) => faults.length > 0);
  const total = (what: 'pages' | 'places' | 'onDark' | 'differences') =>
    outcomes.reduce((sum, outcome) => sum + outcome[what], 0);
  console.log(`
${outcomes.length} PDFs in ${Math.round(seconds)} s; ${(fetched / 1e6).toFixed(0)} MB fetched
sealed by two signers: ${of('sealed').length}, pages compared: ${total('pages')}
places compared in three renderers: ${total('places')}, differences: ${total('differences')}; not compared on dark ground: ${total('onDark')}
refused: ${of('refused').length}${refused.map(([code, times]) => `\n  ${code}: ${times}`).join('')}
refused, but opened by poppler:${of('refused')
    .filter(({ opensElsewhere }) => opensElsewhere)
    .map(({ name, code }) => `\n  ${name}: ${code}`)
    .join('')}
no longer in the package: ${of('missing').length}
with faults: ${faulty.length}${faulty.map(({ name, faults }) => `\n  ${name}: ${faults.join('; ')}`).join('')}`);
  return faulty.length === 0 && of('sealed').length > 0;
}

async function runJourneys(chosen: ListedPdf[], fetched: number): Promise<boolean> {
  const started = performance.now();
  const mailbox = await Mailbox.start();
  const server = await ServerProcess.prepare({ SMTP_URL: mailbox.url, TRUSTED_PROXIES: '127.0.0.0/8' });
  // An interrupted run must not leave the service's process behind.
  for (const signal of ['SIGINT', 'SIGTERM'])
    process.once(signal, () => void server.close().then(() => process.exit(1)));
  try {
    await server.start();
    const journeys = new SigningJourneys(new ApiClient(server.url, server.secret('API key')), mailbox);
    const outcomes = await processAll(journeys, chosen);
    const isRight = summarize(outcomes, fetched, (performance.now() - started) / 1000);
    if (!server.isRunning) console.log('The service exited unexpectedly.');
    return isRight && server.isRunning;
  } finally {
    await server.close();
    await mailbox.stop();
  }
}

const { values } = parseArgs({
  options: {
    count: { type: 'string' },
    damages: { type: 'string' },
    first: { type: 'string' },
    only: { type: 'string', multiple: true },
  },
});
const { count, only } = values;
const chosen = choose(count === undefined ? Number.POSITIVE_INFINITY : Number(count)).filter(
  ({ path }) => only?.some((name) => path.includes(name)) ?? true,
);
console.log(`PDF corpus: ${chosen.length} of ${readList().length} files`);
const fetched = await fetchPackages(chosen.map((listed) => listed.package));
const isRight =
  values.damages === undefined
    ? await runJourneys(chosen, fetched)
    : await runDamages(chosen, { first: Number(values.first ?? 0), damages: Number(values.damages) });
process.exitCode = isRight ? 0 : 1;
