import { Readable } from 'node:stream';
import type {} from '@fastify/multipart';
import { type FastifyError, type FastifyRequest } from 'fastify';
import { AppError, payloadTooLarge } from '../errors.js';

/** Beyond its limit a file is read and dropped, up to this many times the limit, so that the client gets the answer. */
const DRAIN_FACTOR = 4;
/** The same for a browser's form, which is refused before it is read if it is larger still. */
const FORM_DRAIN_FACTOR = 20;

/** Bytes of a text field sent with a file, and the number of such fields. */
const MAX_TEXT_BYTES = 1024 * 1024;
const MAX_TEXTS = 10;

/** A browser's form may have several fields for each place on a document. */
const MAX_FORM_FIELDS = 2_000;
/** All fields of a browser's form together, in multiples of the longest one allowed; the rest is dropped. */
const MAX_FIELDS_LENGTH = 4;

/** A file, and the text fields sent with it, by name. */
export interface UploadedForm {
  file: Buffer;
  texts: ReadonlyMap<string, string>;
}

/** A browser's form. */
export interface PostedForm {
  /** By name; a field beyond its limit is cut. */
  fields: Record<string, unknown>;
  /** The bytes of the one file; empty if none was chosen, null if it is larger than allowed. */
  file: Buffer | null;
}

type FilePart = { type: 'file'; name: string; bytes: Buffer | null };
type FieldPart = { type: 'field'; name: string; value: unknown; isCut: boolean };

const noFile = () => new AppError(400, 'Send the file in the field file, or as the body', 'file_missing');

/**
 * The one file of an API request: the multipart field `file`, or the raw body. Held in memory, up to `maxBytes`.
 * @throws AppError 413 `file_too_large`, 400 `file_missing`
 */
export async function uploadedFile(request: FastifyRequest, maxBytes: number): Promise<Buffer> {
  if (!request.isMultipart()) return rawFile(request, maxBytes);
  for await (const part of readParts(request, maxBytes, { fileSize: maxBytes * DRAIN_FACTOR }))
    if (part.type === 'file') return acceptedFile(part, maxBytes);
  throw noFile();
}

/** `uploadedFile` for a page: a browser sends an empty file if none was chosen, which is `file_missing`, too. */
export async function chosenFile(request: FastifyRequest, maxBytes: number): Promise<Buffer> {
  const bytes = await uploadedFile(request, maxBytes);
  if (bytes.length === 0) throw new AppError(400, 'No file was chosen', 'file_missing');
  return bytes;
}

/** What a page tells beside its file field: the code of an error of `chosenFile`, null for any other error. */
export function fileFaultOf(error: unknown): 'file_missing' | 'file_too_large' | null {
  const code = error instanceof AppError ? error.code : undefined;
  return code === 'file_missing' || code === 'file_too_large' ? code : null;
}

/**
 * The multipart field `file` with the text fields before and after it, or the raw body without any.
 * @throws AppError 413 `file_too_large` or `payload_too_large`, 400 `file_missing`
 */
export async function uploadedForm(request: FastifyRequest, maxBytes: number): Promise<UploadedForm> {
  const texts = new Map<string, string>();
  if (!request.isMultipart()) return { file: await rawFile(request, maxBytes), texts };
  const limits = { fileSize: maxBytes * DRAIN_FACTOR, fieldSize: MAX_TEXT_BYTES };
  let file: Buffer | null = null;
  for await (const part of readParts(request, maxBytes, limits)) {
    if (part.type === 'file') file = acceptedFile(part, maxBytes);
    else if (part.isCut) throw payloadTooLarge(`The field ${part.name} is too long`);
    else texts.set(part.name, String(part.value));
  }
  if (!file) throw noFile();
  return { file, texts };
}

/**
 * A form as a browser posts it, with at most one file. Beyond the limits it is read and dropped, so that the browser
 * gets the answer. @throws AppError 413 if it is too large even for that
 */
export async function postedForm(
  request: FastifyRequest,
  { fileBytes, fieldBytes }: { fileBytes: number; fieldBytes: number },
): Promise<PostedForm> {
  const form: PostedForm = { fields: {}, file: Buffer.alloc(0) };
  if (!request.isMultipart()) return { ...form, fields: (request.body ?? {}) as PostedForm['fields'] };
  let left = MAX_FIELDS_LENGTH * fieldBytes;
  const longest = FORM_DRAIN_FACTOR * (fileBytes + left);
  if (Number(request.headers['content-length'] ?? 0) > longest)
    throw payloadTooLarge('The form is too large', 'body_too_large');
  const limits = { fileSize: longest, fields: MAX_FORM_FIELDS, fieldSize: fieldBytes };
  for await (const part of readParts(request, fileBytes, limits)) {
    if (part.type === 'file') form.file = part.bytes;
    else if ((left -= String(part.value).length) >= 0) form.fields[part.name] = part.value;
  }
  return form;
}

/** Each part as it arrives; the bytes of a file larger than `maxBytes` are null. */
async function* readParts(
  request: FastifyRequest,
  maxBytes: number,
  { fields = MAX_TEXTS, ...limits }: { fileSize: number; fields?: number; fieldSize?: number },
): AsyncGenerator<FilePart | FieldPart> {
  try {
    for await (const part of request.parts({ limits: { ...limits, fields, files: 1 } })) {
      if (part.type === 'file') {
        yield {
          type: 'file',
          name: part.fieldname,
          bytes: await readUpTo(part.file, maxBytes, limits.fileSize),
        };
      } else {
        yield { type: 'field', name: part.fieldname, value: part.value, isCut: part.valueTruncated };
      }
    }
  } catch (error) {
    throw refusalOf(error as Partial<FastifyError>, fields);
  }
}

/** What the parser throws, as an error for the caller: a limit that was exceeded, or bytes that are no multipart body. */
function refusalOf({ code }: Partial<FastifyError>, maxFields: number): AppError {
  if (code === 'FST_FILES_LIMIT') return payloadTooLarge('Send one file, not several', 'too_many_files');
  if (code === 'FST_FIELDS_LIMIT')
    return payloadTooLarge(`Send at most ${maxFields} fields beside the file`, 'too_many_fields');
  if (code === 'FST_PROTO_VIOLATION')
    return new AppError(400, 'A field has a name that is not allowed', 'malformed_multipart');
  return new AppError(400, 'The multipart body is cut off or has no boundary', 'malformed_multipart');
}

/** The bytes, or null for more than `maxBytes`; reading stops after `drainedBytes`. */
async function readUpTo(stream: Readable, maxBytes: number, drainedBytes: number): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= maxBytes) chunks.push(chunk);
    if (size > drainedBytes) break;
  }
  return size <= maxBytes ? Buffer.concat(chunks) : null;
}

async function rawFile({ body }: FastifyRequest, maxBytes: number): Promise<Buffer> {
  if (!(body instanceof Readable)) throw noFile();
  return (await readUpTo(body, maxBytes, maxBytes * DRAIN_FACTOR)) ?? tooLarge(maxBytes);
}

function acceptedFile({ name, bytes }: FilePart, maxBytes: number): Buffer {
  if (name !== 'file') throw noFile();
  return bytes ?? tooLarge(maxBytes);
}

function tooLarge(maxBytes: number): never {
  throw payloadTooLarge(`The file is larger than ${maxBytes / 1024 / 1024} MB`, 'file_too_large');
}
