import { type Random } from '../mrz/random.js';

/** Damages a file, or returns null if the damage does not apply to it. */
type Damage = (bytes: Buffer, random: Random) => Buffer | null;

const LONGEST_GARBAGE = 1_000;
const LONGEST_CUT = 2_048;
/** Maximum number of table entries changed. */
const MOST_ENTRIES = 4;

/** Damage that files suffer in practice: broken downloads, bad concatenation, programs that miscount. */
export const DAMAGES: Readonly<Record<string, Damage>> = {
  startxref: (bytes, random) =>
    replaceLast(bytes, /startxref\s+\d+/g, () => `startxref\n${random.below(2 * bytes.length)}`),
  offsets: (bytes, random) => offsetsMoved(bytes, random) ?? streamChanged(bytes, /\/Type\s*\/XRef/g, random),
  length: (bytes, random) => {
    const found = pick([...latin1(bytes).matchAll(/\/Length\s+(\d+)(?!\s+\d+\s+R)/g)], random);
    return found && splice(bytes, found, found[0].replace(/\d+$/, String(random.below(2 * bytes.length))));
  },
  tail: (bytes, random) =>
    bytes.subarray(0, Math.max(1, bytes.length - 1 - random.below(Math.min(LONGEST_CUT, bytes.length)))),
  garbage: (bytes, random) => Buffer.concat([noise(1 + random.below(LONGEST_GARBAGE), random), bytes]),
  eof: (bytes) => replaceLast(bytes, /%%EOF\s*$/g, () => ''),
  objectStream: (bytes, random) => streamChanged(bytes, /\/Type\s*\/ObjStm/g, random),
};

/** Damages a file in one way, chosen from those that apply to it. */
export function damage(bytes: Buffer, random: Random): { kind: string; damaged: Buffer } {
  const kinds = Object.keys(DAMAGES);
  for (let left = kinds.length; left > 0; left--) {
    const [kind] = kinds.splice(random.below(left), 1);
    const damaged = DAMAGES[kind!]!(bytes, random);
    if (damaged && !damaged.equals(bytes)) return { kind: kind!, damaged };
  }
  throw new Error('No damage applies to the file');
}

const latin1 = (bytes: Buffer) => bytes.toString('latin1');

const pick = <Item>(items: Item[], random: Random): Item | null =>
  items.length === 0 ? null : items[random.below(items.length)]!;

function splice(bytes: Buffer, { index = 0, 0: found }: RegExpMatchArray, by: string): Buffer {
  return Buffer.concat([
    bytes.subarray(0, index),
    Buffer.from(by, 'latin1'),
    bytes.subarray(index + found.length),
  ]);
}

function replaceLast(bytes: Buffer, pattern: RegExp, by: () => string): Buffer | null {
  const found = [...latin1(bytes).matchAll(pattern)].at(-1);
  return found ? splice(bytes, found, by()) : null;
}

/** Changes a few offsets of the cross-reference tables (ISO 32000-1 §7.5.4). */
function offsetsMoved(bytes: Buffer, random: Random): Buffer | null {
  const entries = [...latin1(bytes).matchAll(/\d{10} \d{5} n/g)];
  if (entries.length === 0) return null;
  const damaged = Buffer.from(bytes);
  for (let count = 1 + random.below(MOST_ENTRIES); count > 0; count--) {
    const offset = String(random.below(bytes.length)).padStart(10, '0');
    damaged.write(offset, pick(entries, random)!.index, 'latin1');
  }
  return damaged;
}

/** Truncates the data of a stream of this kind, or cuts out its middle. */
function streamChanged(bytes: Buffer, kind: RegExp, random: Random): Buffer | null {
  const found = pick([...latin1(bytes).matchAll(kind)], random);
  const start = found ? bytes.indexOf('stream', found.index) : -1;
  const end = start < 0 ? -1 : bytes.indexOf('endstream', start);
  if (end <= start + 'stream'.length + 2) return null;
  const from = start + 'stream'.length + 2 + random.below(end - start - 'stream'.length - 2);
  const to = random.below(2) === 0 ? end : Math.min(end, from + 1 + random.below(64));
  return Buffer.concat([bytes.subarray(0, from), bytes.subarray(to)]);
}

const noise = (length: number, random: Random) =>
  Buffer.from(Array.from({ length }, () => random.below(256)));
