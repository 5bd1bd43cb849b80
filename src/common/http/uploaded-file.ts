import { Readable } from 'node:stream';
import type {} from '@fastify/multipart';
import { type FastifyRequest } from 'fastify';
import { AppError, payloadTooLarge } from '../errors.js';

/** Past the limit the rest is read and dropped, up to this many times the limit, so that the caller hears the answer. */
const DRAIN_FACTOR = 4;

const noFile = () => new AppError(400, 'Send the file in the field file, or as the body', 'file_missing');

/** Bytes of a text beside the file. */
const MAX_TEXT_BYTES = 1024 * 1024;
const MAX_TEXTS = 10;

/** A file, and what was said beside it, by field name. */
export interface UploadedForm {
  file: Buffer;
  texts: ReadonlyMap<string, string>;
}

/**
 * The multipart field `file` with the texts before and behind it, or the raw body without any.
 * @throws AppError 413 `file_too_large` or `payload_too_large`, 400 `file_missing`
 */
export async function uploadedForm(request: FastifyRequest, maxBytes: number): Promise<UploadedForm> {
  const texts = new Map<string, string>();
  if (!request.isMultipart()) return { file: await uploadedFile(request, maxBytes), texts };
  const limits = {
    fileSize: maxBytes * DRAIN_FACTOR,
    files: 1,
    fieldSize: MAX_TEXT_BYTES,
    fields: MAX_TEXTS,
  };
  let file: Buffer | null = null;
  for await (const part of request.parts({ limits })) {
    if (part.type === 'file') {
      if (part.fieldname !== 'file') throw noFile();
      file = await readUpTo(part.file, maxBytes);
    } else {
      if (part.valueTruncated) throw payloadTooLarge(`The field ${part.fieldname} is too long`);
      texts.set(part.fieldname, String(part.value));
    }
  }
  if (!file) throw noFile();
  return { file, texts };
}

/**
 * The one file of a request: the multipart field `file`, or the raw body. Kept in memory, up to `maxBytes`.
 * @throws AppError 413 `file_too_large`, 400 `file_missing`
 */
export async function uploadedFile(request: FastifyRequest, maxBytes: number): Promise<Buffer> {
  if (!request.isMultipart()) {
    if (request.body instanceof Readable) return readUpTo(request.body, maxBytes);
    throw noFile();
  }
  const part = await request.file({ limits: { fileSize: maxBytes * DRAIN_FACTOR, files: 1 } });
  if (!part || part.fieldname !== 'file') throw noFile();
  return readUpTo(part.file, maxBytes);
}

async function readUpTo(stream: Readable, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= maxBytes) chunks.push(chunk);
    if (size > maxBytes * DRAIN_FACTOR) break;
  }
  if (size > maxBytes)
    throw payloadTooLarge(`The file is larger than ${maxBytes / 1024 / 1024} MB`, 'file_too_large');
  return Buffer.concat(chunks);
}
