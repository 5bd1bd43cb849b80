import { type PdfJsDocument, type PdfJsOperators } from '#vendor/pdf-js';
import { EVALUATION, fontsOf, HANDLER } from '../evaluate-with-pdf-js.js';
import { openAsReadersDo } from '../open-with-pdf-js.js';
import { type DrawnParts, DrawnRecord } from './drawn-record.js';
import { SecondReading } from './second-reading.js';

/** The bits of pdf.js's `RenderingIntentFlag` for drawing on screen, with no operators merged. */
const INTENT = 0x02 | 0x100;
const TASK = { name: 'drawing', ensureNotTerminated: () => undefined };

/**
 * Whether pdf.js draws the same after contents, fonts and colours were settled. Pages whose objects are equal are not
 * drawn.
 * @returns null if it does; otherwise which page differs
 */
export async function drawingFault(plain: Uint8Array, settled: Uint8Array): Promise<string | null> {
  const [before, after] = (await Promise.all(
    [plain, settled].map((bytes) => openAsReadersDo(bytes, EVALUATION)),
  )) as [PdfJsDocument, PdfJsDocument];
  const comparison = await SecondReading.of(before, after);
  // Fonts and what they draw are shared by pages.
  const known = new WeakMap<object, string>();
  for (let index = 0; index < before.numPages; index++) {
    const [page, other] = await Promise.all([before.getPage(index), after.getPage(index)]);
    if (comparison.samePage(page, other)) continue;
    const drawn = await drawnOn(before, index, known);
    if (drawn === null || drawn !== (await drawnOn(after, index, known)))
      return `its page ${index + 1} would be drawn otherwise`;
  }
  return null;
}

/** @returns null if pdf.js gives up */
async function drawnOn(
  document: PdfJsDocument,
  index: number,
  known: DrawnParts['known'],
): Promise<string | null> {
  const page = await document.getPage(index);
  const parts: PdfJsOperators[] = [];
  const patterns = new Map<string, unknown>();
  const send = (_action: string, data?: unknown) => {
    if (!Array.isArray(data)) return;
    const [name, , kind, pattern] = data as unknown[];
    if (kind === 'Pattern') patterns.set(name as string, pattern);
  };
  const drawing = page.getOperatorList({
    handler: { ...HANDLER, send },
    sink: {
      ready: Promise.resolve(),
      // pdf.js empties its lists afterwards.
      enqueue: ({ fnArray, argsArray }) =>
        void parts.push({ fnArray: [...fnArray], argsArray: [...argsArray] }),
    },
    task: TASK,
    intent: INTENT,
  });
  if (!(await drawing.then(() => true).catch(() => false))) return null;
  const record = new DrawnRecord({ fonts: await fontsOf(document), patterns, known });
  for (const part of parts) record.read(part);
  return record.digest();
}
