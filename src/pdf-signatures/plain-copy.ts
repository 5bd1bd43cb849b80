import { type Revisions } from './revisions.js';
import { type Entry } from './revisions/cross-references.js';
import { isObjectStream } from './revisions/object-stream.js';
import { isDict, nameOf, ScannedRef } from './revisions/pdf-scanner.js';
import { type StandingObject } from './revisions/scan-sections.js';

const HEADER = Buffer.from('%PDF-2.0\n%\xe2\xe3\xcf\xd3\n', 'latin1');
const LINE = Buffer.from('\n');
const FREE_FIRST = '0 1\n0000000000 65535 f \n';

/**
 * The document as of one of its revisions, rewritten as a file with one table and each object once, unchanged. It
 * shows the same content, without checkable signatures: it serves readers that misread some sound structures.
 */
export function plainCopy(file: Revisions, revision = file.revisions.length - 1): Buffer {
  const parts: Buffer[] = [HEADER];
  const rows: string[] = [FREE_FIRST];
  let length = HEADER.length;
  let size = 1;
  const places = placesAfter(file, revision);
  for (const number of [...places.keys()].sort((a, b) => a - b)) {
    const object = objectText(file, places, number);
    if (!object) continue;
    rows.push(`${number} 1\n${digits(length, 10)} ${digits(object.generation, 5)} n \n`);
    parts.push(object.text);
    length += object.text.length;
    size = number + 1;
  }
  const root = file.revisions[revision]!.trailer.get('Root');
  const [number, generation] = root instanceof ScannedRef ? [root.number, root.generation] : [0, 0];
  const trailer = `trailer\n<< /Size ${size} /Root ${number} ${generation} R >>\nstartxref\n${length}\n%%EOF\n`;
  return Buffer.concat([...parts, Buffer.from(`xref\n${rows.join('')}${trailer}`, 'latin1')]);
}

function placesAfter({ revisions }: Revisions, revision: number): Map<number, Entry> {
  const places = new Map<number, Entry>();
  for (const { listed } of revisions.slice(0, revision + 1))
    for (const [number, entry] of listed) places.set(number, entry);
  return places;
}

/** Null for missing objects, and for those that only locate others. */
function objectText(
  file: Revisions,
  places: ReadonlyMap<number, Entry>,
  number: number,
): { text: Buffer; generation: number } | null {
  const entry = places.get(number);
  if (entry?.kind === 'placed') {
    const object = file.objectsAt.get(entry.offset);
    if (object?.number !== number || isObjectStream(object) || isReferenceStream(object)) return null;
    const { start, end, generation } = object;
    return { text: Buffer.concat([file.bytes.subarray(start, end), LINE]), generation };
  }
  const container = entry?.kind === 'streamed' ? places.get(entry.stream) : undefined;
  const holder = container?.kind === 'placed' ? file.objectsAt.get(container.offset) : undefined;
  const stream = holder ? file.objectStream(holder) : null;
  const object = entry?.kind === 'streamed' ? stream?.objects[entry.index] : undefined;
  if (!object || object.number !== number) return null;
  const body = stream!.content.subarray(object.start, object.end);
  return {
    text: Buffer.concat([Buffer.from(`${number} 0 obj\n`), body, Buffer.from('\nendobj\n')]),
    generation: 0,
  };
}

const isReferenceStream = ({ value }: StandingObject) =>
  value !== null && isDict(value) && nameOf(value.get('Type')) === 'XRef';
const digits = (value: number, count: number) => String(value).padStart(count, '0');
