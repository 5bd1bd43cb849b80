import { type GreyImage } from '../engines/imaging/grey-image.js';
import { type MrzFields, type MrzReading } from '../engines/mrz/mrz-reading.js';
import {
  comparePrint,
  isConfirmed,
  isContradicted,
  type MachineReadFacts,
  type PrintAgreement,
} from '../engines/text/compare-print.js';
import { CERTAIN, type PrintedText } from '../engines/text/printed-text.js';
import { type PageLook, readPage, readPrintedText } from '../engines/text/text.engine.js';

/**
 * Reads the printed text, except on the back of a TD1 card, where nothing else is needed. If the text reader
 * fails, the text counts as not read.
 */
export async function readPrint(grey: GreyImage, mrz: MrzReading | null): Promise<PrintedText | null> {
  if (mrz?.format === 'TD1') return null;
  const print = mrz
    ? readTwice((look) => readPage(grey, mrz.box, look), factsOf(mrz.fields))
    : readPrintedText(grey);
  return print.catch(() => null);
}

/**
 * Looks a second time if the first look does not confirm what the MRZ says. The better look counts, but it never
 * outweighs a contradiction that the first one saw. What only one look saw cannot contradict the MRZ, as a reader that
 * errs seldom errs twice in the same way; but another date stays in doubt unless the other look saw the right one.
 */
export async function readTwice(
  read: (look: PageLook) => Promise<PrintedText>,
  facts: MachineReadFacts,
): Promise<PrintedText> {
  const first = await read('flattened');
  const seen = comparePrint(first, facts);
  if (isConfirmed(seen)) return first;
  const second = await read('as_photographed');
  const seenAgain = comparePrint(second, facts);
  if (isContradicted(seen) || disputesDate(seen, seenAgain)) return doubted(first, second);
  if (disputesDate(seenAgain, seen)) return doubted(second, first);
  if (isContradicted(seenAgain)) return first;
  return isConfirmed(seenAgain) || seenAgain.score > seen.score ? second : first;
}

/** Whether one look saw another date than the MRZ has, and the other look did not see that of the MRZ. */
function disputesDate(seen: PrintAgreement, other: PrintAgreement): boolean {
  return (['birthDate', 'expiryDate'] as const).some(
    (date) => (seen[date] === 'differs' || seen[date] === 'doubtful') && other[date] !== 'agrees',
  );
}

/** The first look's words; those that the second did not read are no longer certain. */
function doubted(first: PrintedText, second: PrintedText): PrintedText {
  const readAgain = new Set(second.words.map(({ text }) => text));
  const words = first.words.map((word) =>
    readAgain.has(word.text) ? word : { ...word, confidence: Math.min(word.confidence, DOUBTFUL) },
  );
  return { ...first, words };
}

/** Just below what a contradiction needs. */
const DOUBTFUL = CERTAIN - 0.01;

function factsOf({ birthDate, expiryDate, ...fields }: MrzFields): MachineReadFacts {
  return { ...fields, birthDate: birthDate.date, expiryDate: expiryDate.date };
}
