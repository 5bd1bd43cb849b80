import { PDF } from '@libpdf/core';

/** The sizes of the type in a PDF, in points, each once. Blanks do not count. */
export async function typeSizesIn(pdf: Buffer): Promise<number[]> {
  const spans = (await PDF.load(pdf))
    .extractText()
    .flatMap(({ lines }) => lines.flatMap((line) => line.spans));
  return [...new Set(spans.filter(({ text }) => text.trim() !== '').map(({ fontSize }) => fontSize))];
}
