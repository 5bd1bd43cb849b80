import { brotliCompressSync } from 'node:zlib';
import { Random } from '../scripts/mrz/random.js';
import { evaluateForm } from '../src/forms/evaluate-form.js';
import { readForm } from '../src/forms/read-form.js';
import { DESK, launchBrowser } from '../test/support/browser.js';
import { bundledForms } from '../test/support/bundled-forms.js';
import { count, printMachine, printTable } from './support/report.js';

// Reading and evaluating forms of 1,000 fields with 990 conditions of three comparisons, on the server and in
// Chromium, there also at a quarter of the machine's speed, which is roughly a phone's.

const FIELDS = 1_000;
const UNCONDITIONAL = 10;
const ROUNDS = count('Rounds', 101, 11);
const SLOWDOWN = 4;
const PLACE = { document: 1, page: 1, x: 10, y: 20, width: 100, height: 20 };
const FORMS = { readForm, evaluateForm };

interface Case {
  name: string;
  definition: unknown;
  entries: Record<string, string>;
  reader: { today: string; locale: string };
  rounds: number;
}

/** Milliseconds. */
interface Time {
  median: number;
  fastest: number;
}

type Times = Record<'read' | 'evaluate', Time>;

/** @param formulas - one field in this many is a formula of three earlier ones, the others are numbers */
function caseOf(name: string, formulas: number): Case {
  const random = new Random(33);
  const earlier = (index: number) => `f${random.below(Math.max(1, index))}`;
  const fields = Array.from({ length: FIELDS }, (_, index) => {
    const isFormula = index >= UNCONDITIONAL && index % formulas === 0;
    const own = isFormula
      ? {
          kind: 'formula',
          formula: `round(sum(${earlier(index)}, ${earlier(index)}) * 0.19 / ${earlier(index)}, 2)`,
        }
      : { kind: 'number' };
    const [first, ...others] = [{ gt: '5' }, { isNot: 3 }, { notEmpty: true }].map((comparison) => ({
      field: earlier(index),
      ...comparison,
    }));
    const condition = index < UNCONDITIONAL ? {} : { showIf: { any: [{ all: others }, first] } };
    return { key: `f${index}`, role: 'a', places: [PLACE], ...own, ...condition };
  });
  const numbers = fields.filter(({ kind }) => kind === 'number');
  return {
    name,
    definition: { roles: [{ key: 'a', order: 1 }], fields },
    entries: Object.fromEntries(numbers.map(({ key }) => [key, `${random.below(2_000)},5`])),
    reader: { today: '2026-03-01', locale: 'de' },
    rounds: ROUNDS,
  };
}

/** It runs on both sides, so it uses nothing from outside. */
function timesOf({ definition, entries, reader, rounds }: Case, forms: typeof FORMS): Times {
  const timed = (work: () => unknown): Time => {
    const times = Array.from({ length: rounds }, () => {
      const started = performance.now();
      work();
      return performance.now() - started;
    });
    times.sort((a, b) => a - b);
    return { median: times[Math.floor(rounds / 2)]!, fastest: times[0]! };
  };
  const { form, faults } = forms.readForm(definition);
  if (form === null) throw new Error(JSON.stringify(faults));
  return {
    read: timed(() => forms.readForm(definition)),
    evaluate: timed(() => forms.evaluateForm(form, { entries }, reader)),
  };
}

const shown = ({ median, fastest }: Time) => `${median.toFixed(2)} (${fastest.toFixed(2)})`;

async function timesInChromium(cases: readonly Case[], script: string, slowdown: number): Promise<Times[]> {
  const browser = await launchBrowser();
  try {
    const page = await (await browser.newContext(DESK)).newPage();
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    await page.addScriptTag({ content: script });
    const times: Times[] = [];
    for (const each of cases)
      times.push(await page.evaluate<Times>(`(${timesOf.toString()})(${JSON.stringify(each)}, forms)`));
    return times;
  } finally {
    await browser.close();
  }
}

const cases = [caseOf('numbers', FIELDS), caseOf('numbers, one in five a formula', 5)];
const script = await bundledForms();
const server = cases.map((each) => timesOf(each, FORMS));
const desk = await timesInChromium(cases, script, 1);
const phone = await timesInChromium(cases, script, SLOWDOWN);

printMachine();
const size = [script.length, brotliCompressSync(script).length].map((bytes) => Math.ceil(bytes / 1024));
console.log(`The module takes ${size[0]} KiB, compressed ${size[1]}.\n`);
printTable(
  ['1,000 fields, ms: median (fastest)', 'server', 'Chromium', `Chromium, ${SLOWDOWN} times slower`],
  cases.flatMap(({ name }, index) =>
    (['read', 'evaluate'] as const).map((step) => [
      `${step}: ${name}`,
      ...[server, desk, phone].map((times) => shown(times[index]![step])),
    ]),
  ),
);
