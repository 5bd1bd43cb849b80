import { Readable } from 'node:stream';
import type {} from '@fastify/multipart';
import { type FastifyError, type FastifyRequest } from 'fastify';
import { AppError, payloadTooLarge } from '../errors.js';
import { plainFileName } from '../plain-line.js';
import { whileArriving } from './arriving.js';
import type {} from './body-digest.js';

/**
 * A file beyond its limit is read and dropped, up to this many times the limit, so the client receives the answer.
 */
const DRAIN_FACTOR = 4;
/** The same for a browser's form; a still larger one is refused before it is read. */
const FORM_DRAIN_FACTOR = 20;

/** Bytes of a text field sent with a file, and the most such fields. */
const MAX_TEXT_BYTES = 1024 * 1024;
const MAX_TEXTS = 10;

/** A repeated upload is read, for comparison, up to this many bytes; accepted uploads are smaller. */
const MAX_DIGESTED_BYTES = 100 * 1024 * 1024;

/** A browser's form may have several fields for each place on a document. */
const MAX_FORM_FIELDS = 2_000;
/** Total length of a browser form's fields, in multiples of the longest allowed; the rest is dropped. */
const MAX_FIELDS_LENGTH = 4;

/** Receives the bytes of a file as they arrive. */
export interface FileSink<Kept> {
  write(chunk: Buffer): Promise<void> | void;
  /** All bytes have been written. */
  end(): Promise<Kept> | Kept;
}

/** A file, and the text fields sent with it, by name. */
export interface UploadedForm<Kept> {
  file: Kept;
  /** As named by the client, without folders and invisible characters; empty for a raw body. */
  fileName: string;
  texts: ReadonlyMap<string, string>;
}

/** A file of a browser's form. */
export interface PostedFile {
  /** Of its control. */
  control: string;
  /** As named by the browser, without folders and invisible characters. */
  name: string;
  /** Null if it, or all files together, are larger than allowed. */
  bytes: Buffer | null;
}

/** A browser's form. */
export interface PostedForm {
  /** By name; a field beyond its limit is truncated. */
  fields: Record<string, unknown>;
  /** The bytes of the last file; empty if none was chosen, null if it is larger than allowed. */
  file: Buffer | null;
  /** All files that were chosen, in their order. */
  files: PostedFile[];
}

/** What is taken of a browser's form. */
export interface FormLimits {
  fileBytes: number;
  fieldBytes: number;
  /** File controls, one by default, and the bytes of all their files together. */
  files?: { most: number; bytes: number };
}

/** A file written to its sink; null if it is larger than allowed. */
type Received<Kept> = { kept: Kept; size: number } | null;
type FilePart<Kept> = { type: 'file'; name: string; fileName: string; file: Received<Kept> };
type FieldPart = { type: 'field'; name: string; value: unknown; isCut: boolean };

/** Holds a file in memory. */
export function inMemory(): FileSink<Buffer> {
  const chunks: Buffer[] = [];
  return { write: (chunk) => void chunks.push(chunk), end: () => Buffer.concat(chunks) };
}

const noFile = () =>
  new AppError(400, "Send the file in the form field 'file' or as the body", 'file_missing');
const fieldTooLong = (name: string) => payloadTooLarge(`The form field '${name}' is too long`);
const tooLarge = (maxBytes: number) =>
  payloadTooLarge(`The file is larger than ${maxBytes / 1024 / 1024} MB`, 'file_too_large');

/** Examples of the errors that `uploadedForm` throws about a body. */
export const uploadRefusals = (maxBytes: number): AppError[] => [
  noFile(),
  refusalOf({}, MAX_TEXTS),
  tooLarge(maxBytes),
  refusalOf({ code: 'FST_FILES_LIMIT' }, MAX_TEXTS),
  refusalOf({ code: 'FST_FIELDS_LIMIT' }, MAX_TEXTS),
  fieldTooLong('fields'),
];

/**
 * The one file of an API request: the multipart field `file`, or the raw body, up to `maxBytes`.
 * @throws AppError 413 `file_too_large`, 400 `file_missing`
 */
export async function uploadedFile<Kept>(
  request: FastifyRequest,
  maxBytes: number,
  sink: FileSink<Kept>,
): Promise<Kept> {
  return (await receivedFile(request, maxBytes, sink)).kept;
}

/** `uploadedFile` for a page: if no file was chosen, the browser sends an empty one, which is `file_missing` too. */
export async function chosenFile<Kept>(
  request: FastifyRequest,
  maxBytes: number,
  sink: FileSink<Kept>,
): Promise<Kept> {
  const { kept, size } = await receivedFile(request, maxBytes, sink);
  if (size === 0) throw new AppError(400, 'No file was chosen', 'file_missing');
  return kept;
}

/**
 * The fault that a page shows next to its file field: the code of an error of `chosenFile`, null for any other error.
 */
export function fileFaultOf(error: unknown): 'file_missing' | 'file_too_large' | null {
  const code = error instanceof AppError ? error.code : undefined;
  return code === 'file_missing' || code === 'file_too_large' ? code : null;
}

/**
 * The multipart field `file` with the text fields before and after it, or the raw body without any.
 * @param texts - receives the text fields, even if the form's file is refused
 * @throws AppError 413 `file_too_large` or `payload_too_large`, 400 `file_missing`
 */
export async function uploadedForm<Kept>(
  request: FastifyRequest,
  maxBytes: number,
  sink: FileSink<Kept>,
  texts = new Map<string, string>(),
): Promise<UploadedForm<Kept>> {
  if (!request.isMultipart())
    return { file: (await rawFile(request, maxBytes, sink)).kept, fileName: '', texts };
  const limits = { fileSize: maxBytes * DRAIN_FACTOR, fieldSize: MAX_TEXT_BYTES };
  let found: FilePart<Kept> | undefined;
  for await (const part of readParts(
    request,
    () => maxBytes,
    limits,
    () => sink,
  )) {
    if (part.type === 'file') found = part;
    else if (part.isCut) throw fieldTooLong(part.name);
    else texts.set(part.name, String(part.value));
  }
  if (!found) throw noFile();
  return { file: acceptedFile(found, maxBytes).kept, fileName: found.fileName, texts };
}

/**
 * A form as a browser posts it, with at most one file unless there may be more. Anything beyond the limits is read and
 * dropped, so the browser receives the answer.
 * @throws AppError 413 if it is too large even for that
 */
export async function postedForm(
  request: FastifyRequest,
  { fileBytes, fieldBytes, files = { most: 1, bytes: fileBytes } }: FormLimits,
): Promise<PostedForm> {
  const form: PostedForm = { fields: {}, file: Buffer.alloc(0), files: [] };
  if (!request.isMultipart()) return { ...form, fields: (request.body ?? {}) as PostedForm['fields'] };
  let left = MAX_FIELDS_LENGTH * fieldBytes;
  let leftBytes = files.bytes;
  const longest = FORM_DRAIN_FACTOR * (fileBytes + left);
  if (Number(request.headers['content-length'] ?? 0) > longest)
    throw payloadTooLarge('The form is too large', 'body_too_large');
  const limits = { fileSize: longest, fields: MAX_FORM_FIELDS, fieldSize: fieldBytes, files: files.most };
  const largest = () => Math.min(fileBytes, leftBytes);
  for await (const part of readParts(request, largest, limits, inMemory)) {
    if (part.type === 'file') {
      const { name: control, fileName: name, file } = part;
      form.file = file && file.kept;
      leftBytes -= file?.size ?? 0;
      if (file === null || file.size > 0) form.files.push({ control, name, bytes: form.file });
    } else if ((left -= String(part.value).length) >= 0) form.fields[part.name] = part.value;
  }
  return form;
}

/** Whether the body is still unread: a form with a file, or a raw file. */
export const isUpload = (request: FastifyRequest) =>
  request.isMultipart() || request.body instanceof Readable;

/** Reads an upload only to compute its digest, up to a size that no accepted upload reaches. */
export async function digestUpload(request: FastifyRequest, sink: FileSink<void>): Promise<void> {
  const [{ body }, maxBytes] = [request, MAX_DIGESTED_BYTES];
  const limits = { fileSize: maxBytes, fieldSize: MAX_TEXT_BYTES };
  if (request.isMultipart())
    for await (const part of readParts(
      request,
      () => maxBytes,
      limits,
      () => sink,
    ))
      void part;
  else if (body instanceof Readable)
    await readInto(request, body, sink, { maxBytes, drainedBytes: maxBytes });
}

async function receivedFile<Kept>(
  request: FastifyRequest,
  maxBytes: number,
  sink: FileSink<Kept>,
): Promise<NonNullable<Received<Kept>>> {
  if (!request.isMultipart()) return rawFile(request, maxBytes, sink);
  for await (const part of readParts(
    request,
    () => maxBytes,
    { fileSize: maxBytes * DRAIN_FACTOR },
    () => sink,
  ))
    if (part.type === 'file') return acceptedFile(part, maxBytes);
  throw noFile();
}

/** Each part as it arrives; a file larger than `maxBytes` allows is null. Each file gets a sink. */
async function* readParts<Kept>(
  request: FastifyRequest,
  maxBytes: () => number,
  {
    fields = MAX_TEXTS,
    files = 1,
    ...limits
  }: { fileSize: number; fields?: number; fieldSize?: number; files?: number },
  sink: () => FileSink<Kept>,
): AsyncGenerator<FilePart<Kept> | FieldPart> {
  try {
    const parts = request.parts({ limits: { ...limits, fields, files } });
    for await (const part of whileArriving(request, parts)) {
      if (part.type === 'file') {
        const size = { maxBytes: maxBytes(), drainedBytes: limits.fileSize };
        const file = await readInto(request, part.file, sink(), size);
        request.bodyDigest?.endPart('file', part.fieldname);
        yield { type: 'file', name: part.fieldname, fileName: plainFileName(part.filename ?? ''), file };
      } else {
        request.bodyDigest?.update(Buffer.from(JSON.stringify(part.value)));
        request.bodyDigest?.endPart('field', part.fieldname);
        yield { type: 'field', name: part.fieldname, value: part.value, isCut: part.valueTruncated };
      }
    }
  } catch (error) {
    if (error instanceof SinkError) throw error.cause;
    if (error instanceof AppError) throw error;
    throw refusalOf(error as Partial<FastifyError>, fields);
  }
}

/** Turns a parser's error into one for the caller: a limit was exceeded, or the bytes are not a multipart body. */
function refusalOf({ code }: Partial<FastifyError>, maxFields: number): AppError {
  if (code === 'FST_FILES_LIMIT') return payloadTooLarge('Send one file, not several', 'too_many_files');
  if (code === 'FST_FIELDS_LIMIT')
    return payloadTooLarge(`Send at most ${maxFields} fields in addition to the file`, 'too_many_fields');
  if (code === 'FST_PROTO_VIOLATION')
    return new AppError(400, 'A form field has a name that is not allowed', 'malformed_multipart');
  return new AppError(400, 'The multipart body is cut off or has no boundary', 'malformed_multipart');
}

/**
 * Null for more than `maxBytes`; reading stops after `drainedBytes`. What the sink does not take is still read and
 * dropped: a connection whose request was only partly read cannot serve another.
 */
async function readInto<Kept>(
  request: FastifyRequest,
  stream: AsyncIterable<Buffer>,
  sink: FileSink<Kept>,
  { maxBytes, drainedBytes }: { maxBytes: number; drainedBytes: number },
): Promise<Received<Kept>> {
  let size = 0;
  let fault: SinkError | null = null;
  for await (const chunk of whileArriving(request, stream)) {
    size += chunk.length;
    request.bodyDigest?.update(chunk);
    if (size <= maxBytes) fault ??= await writeTo(sink, chunk);
    if (size > drainedBytes) break;
  }
  if (fault) throw fault;
  return size <= maxBytes ? { kept: await sink.end(), size } : null;
}

/** An error of the sink, such as a full disk, which is not the client's fault. */
class SinkError extends Error {}

async function writeTo(sink: FileSink<unknown>, chunk: Buffer): Promise<SinkError | null> {
  try {
    await sink.write(chunk);
    return null;
  } catch (cause) {
    return new SinkError('The file cannot be stored', { cause });
  }
}

async function rawFile<Kept>(request: FastifyRequest, maxBytes: number, sink: FileSink<Kept>) {
  const { body } = request;
  if (!(body instanceof Readable)) throw noFile();
  const limits = { maxBytes, drainedBytes: maxBytes * DRAIN_FACTOR };
  const received = await readInto(request, body, sink, limits).catch((error: unknown) => {
    throw error instanceof SinkError ? error.cause : error;
  });
  if (!received) throw tooLarge(maxBytes);
  return received;
}

function acceptedFile<Kept>({ name, file }: FilePart<Kept>, maxBytes: number) {
  if (name !== 'file') throw noFile();
  if (!file) throw tooLarge(maxBytes);
  return file;
}
