import { isObject } from '../definition/json-part.js';
import { type FileField, type FileReference, type FormField } from '../form-definition.js';
import { type ValueFault } from '../form-fault.js';
import { cleanLine, lengthOf } from '../texts/clean-text.js';

/** Bytes of a file that a signer attaches. */
export const MAX_ATTACHMENT_BYTES = 10 * 1024 * 1024;
/** Bytes of all files together that a signer gives in a request. */
export const MAX_FILES_BYTES = 30 * 1024 * 1024;
const MAX_FILE_NAME = 200;
const PICTURES = ['image/png', 'image/jpeg'];
/** The media types of files that signers give. */
export const FILE_TYPES = [...PICTURES, 'application/pdf'];
/** By media type; the first one is for names that have none of them. */
const EXTENSIONS: Readonly<Record<string, readonly string[]>> = {
  'image/png': ['png'],
  'image/jpeg': ['jpg', 'jpeg'],
  'application/pdf': ['pdf'],
};
const MEMBERS = ['sha256', 'bytes', 'type', 'name'];

/** A reference to a file, with a clean name; null for anything else. */
export function toFileReference(value: unknown): FileReference | null {
  if (!isObject(value) || Object.keys(value).some((name) => !MEMBERS.includes(name))) return null;
  const { sha256, bytes, type, name } = value;
  if (typeof sha256 !== 'string' || !/^[0-9a-f]{64}$/.test(sha256)) return null;
  if (!Number.isSafeInteger(bytes) || Number(bytes) < 1 || typeof type !== 'string') return null;
  const file = { sha256, bytes: Number(bytes), type };
  if (name === undefined) return file;
  const line = typeof name === 'string' ? cleanLine(name) : '';
  return line === '' || lengthOf(line) > MAX_FILE_NAME ? null : { ...file, name: line };
}

/** The media types that the field takes. */
export const typesOf = ({ kind }: FileField): readonly string[] =>
  kind === 'attachment' ? FILE_TYPES : PICTURES;

/**
 * The name under which a file is kept: one clean line that ends as its type does.
 * @param given - as the signer's computer calls it; may be empty
 */
export function fileName(given: string, type: string): string {
  const [usual = '', ...others] = EXTENSIONS[type] ?? [];
  const line = cleanLine(given);
  const extension = [usual, ...others].find((each) => line.toLowerCase().endsWith(`.${each}`));
  const base =
    extension === undefined
      ? line.replace(/\.(?:png|jpe?g|pdf)$/i, '')
      : line.slice(0, -extension.length - 1);
  const end = `.${extension ?? usual}`;
  const kept = [...base]
    .slice(0, MAX_FILE_NAME - lengthOf(end))
    .join('')
    .trim();
  return `${kept === '' ? 'file' : kept}${end}`;
}

/** What is wrong with a picture or an attached file; null if nothing is. */
export function fileFault(field: FormField, { type, bytes }: FileReference): ValueFault | null {
  const isAttached = field.kind === 'attachment';
  const types = isAttached ? FILE_TYPES : PICTURES;
  if (!types.includes(type))
    return {
      code: isAttached ? 'attachment_refused' : 'value_invalid',
      problem: `must be of type ${types.join(' or ')}`,
      limit: types.join(' '),
    };
  if (isAttached && bytes > MAX_ATTACHMENT_BYTES)
    return {
      code: 'attachment_too_large',
      problem: `has a file of ${bytes} bytes, but each may have at most ${MAX_ATTACHMENT_BYTES}`,
      limit: String(MAX_ATTACHMENT_BYTES),
    };
  return null;
}
