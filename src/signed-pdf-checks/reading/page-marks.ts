import { OPS } from '#vendor/pdf-js';
import { fontsOf } from '../../pdf/evaluate-with-pdf-js.js';
import { openWithPdfJs } from '../../pdf/open-with-pdf-js.js';
import { type Mark } from './mark-geometry.js';
import { MarkReader } from './mark-reader.js';

/**
 * The bits of pdf.js's `RenderingIntentFlag` for drawing on screen, without annotations, with no operators merged.
 */
const INTENT = 0x02 | 0x40 | 0x100;

/** How pdf.js follows operators: faults are thrown, and nothing is run or fetched. */
const EVALUATION = {
  ...{ ignoreErrors: false, isEvalSupported: false, useWorkerFetch: false },
  ...{ useSystemFonts: true, fontExtraProperties: false, maxImageSize: -1 },
};

const NAMES = new Map(Object.entries(OPS).map(([name, number]) => [number, name]));

/**
 * What one page of a document draws, apart from annotations, as boxes that can be larger than their content but never
 * smaller.
 * @throws Error if that is uncertain
 */
export async function pageMarks(bytes: Uint8Array, index: number): Promise<Mark[]> {
  const document = await openWithPdfJs(bytes, { evaluatorOptions: EVALUATION });
  const page = await document.getPage(index);
  const operators: [name: string, args: unknown[]][] = [];
  await page.getOperatorList({
    // Nothing is drawn, so pictures and fonts are sent nowhere, and nothing is fetched.
    handler: { send: () => undefined, sendWithPromise: () => Promise.reject(new Error('not available')) },
    sink: {
      ready: Promise.resolve(),
      enqueue: ({ fnArray, argsArray }) => {
        for (const [at, number] of fnArray.entries())
          operators.push([NAMES.get(number) ?? '', argsArray[at] ?? []]);
      },
    },
    task: { name: 'marks', ensureNotTerminated: () => undefined },
    intent: INTENT,
  });
  const reader = new MarkReader(await fontsOf(document));
  for (const [name, args] of operators) reader.read(name, args);
  return reader.marks;
}
