// Reads the fields of PDFs as the newest pdf.js does, in a process of its own: `node read-form-with-pdf-js.mjs FILE…`
// prints a line of JSON for each file.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

// It is made for Node.js 22, of which it needs only this here.
Promise.withResolvers ??= function withResolvers() {
  let [resolve, reject] = [];
  const promise = new this((...both) => ([resolve, reject] = both));
  return { promise, resolve, reject };
};
const { getDocument } = await import('pdfjs-newest/legacy/build/pdf.mjs');
const folder = (name) =>
  `${fileURLToPath(new URL(`../../node_modules/pdfjs-newest/${name}`, import.meta.url))}/`;

for (const file of process.argv.slice(2)) {
  const found = await read(readFileSync(file)).catch((error) => ({ error: String(error) }));
  process.stdout.write(`${JSON.stringify({ file, ...found })}\n`);
}

async function read(bytes) {
  const task = getDocument({
    data: new Uint8Array(bytes),
    isEvalSupported: false,
    useSystemFonts: false,
    cMapUrl: folder('cmaps'),
    standardFontDataUrl: folder('standard_fonts'),
    verbosity: 0,
  });
  const pdf = await task.promise;
  const widgets = [];
  for (let number = 1; number <= pdf.numPages; number++) {
    const page = await pdf.getPage(number);
    const { transform } = page.getViewport({ scale: 1 });
    for (const annotation of await page.getAnnotations())
      if (annotation.subtype === 'Widget') widgets.push(describe(annotation, number, transform));
  }
  const objects = await pdf.getFieldObjects();
  const fields = objects instanceof Map ? [...objects] : Object.entries(objects ?? {});
  await task.destroy();
  return { widgets, fields: fields.map(([name, parts]) => ({ name, types: parts.map(({ type }) => type) })) };
}

function describe(annotation, page, [a, b, c, d, e, f]) {
  const [left, bottom, right, top] = annotation.rect;
  const shown = (x, y) => [a * x + c * y + e, b * x + d * y + f];
  const [[x1, y1], [x2, y2]] = [shown(left, bottom), shown(right, top)];
  const box = {
    x: Math.min(x1, x2),
    y: Math.min(y1, y2),
    width: Math.abs(x2 - x1),
    height: Math.abs(y2 - y1),
  };
  const { fieldName, fieldType, readOnly, required, hidden, maxLen, comb, multiLine, password } = annotation;
  const { checkBox, radioButton, pushButton, combo, multiSelect, exportValue, buttonValue } = annotation;
  const { fieldValue, defaultFieldValue, options, alternativeText } = annotation;
  return {
    ...{
      page,
      box,
      name: fieldName,
      type: fieldType,
      readOnly,
      required,
      hidden,
      maxLen,
      comb,
      multiLine,
      password,
    },
    ...{
      checkBox,
      radioButton,
      pushButton,
      combo,
      multiSelect,
      value: fieldValue,
      defaultValue: defaultFieldValue,
    },
    ...{ options, exportValue: checkBox ? exportValue : buttonValue, label: alternativeText },
  };
}
