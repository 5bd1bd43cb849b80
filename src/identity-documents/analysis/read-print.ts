import { type GreyImage } from '../engines/imaging/grey-image.js';
import { type MrzReading } from '../engines/mrz/mrz-reading.js';
import { comparePrint, factsOfMrz, type MachineReadFacts } from '../engines/text/compare-print.js';
import { type PrintedText } from '../engines/text/printed-text.js';
import { preparePage, readPrintedText, readValues, readWholePage } from '../engines/text/text.engine.js';
import { type DocumentAnalysisOptions } from './analysis-task.js';

/**
 * Reads the printed text, except next to a zone on the back of a card, where it is not needed. If the text reader
 * fails, the text counts as unread.
 */
export async function readPrint(
  grey: GreyImage,
  mrz: MrzReading | null,
  { isBack, today }: Pick<DocumentAnalysisOptions, 'isBack' | 'today'>,
): Promise<PrintedText | null> {
  if (mrz?.format === 'TD1' && isBack) return null;
  const print = mrz ? readPage(grey, mrz, today) : readPrintedText(grey);
  return print.catch(() => null);
}

async function readPage(grey: GreyImage, { box, fields }: MrzReading, today: string): Promise<PrintedText> {
  const page = preparePage(grey, box);
  return readTwice(
    { values: () => readValues(page, fields.documentNumber), wholePage: () => readWholePage(page) },
    factsOfMrz(fields),
    today,
  );
}

/** The two ways to read a page. */
interface Looks {
  values: () => Promise<PrintedText>;
  wholePage: () => Promise<PrintedText>;
}

/**
 * Reads the values, and unless they include every fact of the MRZ, the whole page too: labels show what contradicts
 * it. Both readings are kept, since either may find what the other missed, and neither outweighs a contradiction.
 */
export async function readTwice(
  { values, wholePage }: Looks,
  facts: MachineReadFacts,
  today: string,
): Promise<PrintedText> {
  const first = await values();
  if (comparePrint(first, facts, today).score === 1) return first;
  return { ...(await wholePage()), again: first.words };
}
