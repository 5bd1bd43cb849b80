// Draws a page of a PDF as pdf.js shows it, in a process of its own: `node draw-with-pdf-js.mjs FILE PAGE SCALE > page.png`,
// with pages from 1 and a scale in pixels per point.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

const [file, number, scale] = process.argv.slice(2);
const folder = (name) =>
  `${fileURLToPath(new URL(`../../node_modules/pdfjs-dist/${name}`, import.meta.url))}/`;

const task = getDocument({
  data: new Uint8Array(readFileSync(file)),
  isEvalSupported: false,
  useSystemFonts: false,
  standardFontDataUrl: folder('standard_fonts'),
  cMapUrl: folder('cmaps'),
  wasmUrl: folder('wasm'),
  iccUrl: folder('iccs'),
  verbosity: 0,
});
const pdf = await task.promise;
const page = await pdf.getPage(Number(number));
const viewport = page.getViewport({ scale: Number(scale) });
const { canvas, context } = pdf.canvasFactory.create(Math.ceil(viewport.width), Math.ceil(viewport.height));
await page.render({ canvas: null, canvasContext: context, viewport }).promise;
process.stdout.write(canvas.toBuffer('image/png'));
