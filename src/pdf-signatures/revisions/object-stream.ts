import { decodedStream } from './decoded-stream.js';
import { isDict, nameOf, PdfScanner, type ScannedDict, SyntaxFault, wholeNumber } from './pdf-scanner.js';
import { type StandingObject } from './scan-sections.js';

/** An object inside an object stream: a part of its decoded content. */
export interface StreamedObject {
  number: number;
  start: number;
  end: number;
  /** Its value, if it is just an integer. */
  integer: number | null;
  /** The numbers of all objects that it refers to. */
  referred: ReadonlySet<number>;
}

export interface ObjectStream {
  content: Buffer;
  objects: StreamedObject[];
  /** The number of an object that has a dictionary with the same key twice. */
  keyTwiceIn?: number;
  /** The number of an object that has a number which programs read differently. */
  oddNumberIn?: number;
}

export const isObjectStream = ({ value, stream }: StandingObject): boolean =>
  value !== null && isDict(value) && nameOf(value.get('Type')) === 'ObjStm' && stream !== null;

/** Reads an object stream (ISO 32000-2 §7.5.7); null if the object is not one, or cannot be read unambiguously. */
export function readObjectStream(object: StandingObject, bytes: Buffer): ObjectStream | null {
  if (!isObjectStream(object)) return null;
  const { value, stream } = object;
  const dictionary = value as ScannedDict;
  try {
    return objectsIn(dictionary, decodedStream(dictionary, bytes.subarray(stream!.start, stream!.end)));
  } catch {
    return null;
  }
}

/** @throws SyntaxFault */
function objectsIn(dictionary: ScannedDict, content: Buffer): ObjectStream {
  const [count, first] = [wholeNumber(dictionary.get('N')), wholeNumber(dictionary.get('First'))];
  if (count === undefined || first === undefined || first > content.length)
    throw new SyntaxFault('No count or no place of the first object');
  const head = new PdfScanner(content, 0, first);
  const next = () => {
    head.skipSpace();
    const number = head.integer();
    if (number === null) throw new SyntaxFault('Fewer objects than stated');
    return number;
  };
  const read: ObjectStream = { content, objects: [] };
  for (let index = 0; index < count; index++) {
    const number = next();
    const scanner = new PdfScanner(content, first + next());
    const start = scanner.at;
    const value = scanner.value();
    if (scanner.hasKeyTwice) read.keyTwiceIn = number;
    if (scanner.hasOddNumber) read.oddNumberIn = number;
    read.objects.push({
      number,
      start,
      end: scanner.at,
      integer: wholeNumber(value) ?? null,
      referred: scanner.referred,
    });
  }
  return read;
}
