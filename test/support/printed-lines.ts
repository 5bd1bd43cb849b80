import { ask } from './validators.js';

/** A line of text as MuPDF reads it. */
export interface PrintedLine {
  text: string;
  /** The font of its first character, without the subset tag. */
  font: string;
  /** In points. */
  size: number;
  /** The baseline, in points from the top of the page. */
  y: number;
}

/** The lines of each page. */
export function printedLines(pdf: Buffer): PrintedLine[][] {
  const { output } = ask('mutool', ['draw', '-q', '-F', 'stext.json', '-o', '-', 'file.pdf'], {
    'file.pdf': pdf,
  });
  const { pages } = JSON.parse(output.slice(output.indexOf('{'), output.lastIndexOf('}') + 1)) as {
    pages: { blocks: { lines?: { text: string; y: number; font: { name: string; size: number } }[] }[] }[];
  };
  return pages.map(({ blocks }) =>
    blocks.flatMap(({ lines = [] }) =>
      lines.map(({ text, y, font: { name, size } }) => ({
        text,
        y,
        size,
        font: name.replace(/^[A-Z]{6}\+/, ''),
      })),
    ),
  );
}
