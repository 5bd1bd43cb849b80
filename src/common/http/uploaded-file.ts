import { Readable } from 'node:stream';
import type {} from '@fastify/multipart';
import { type FastifyRequest } from 'fastify';
import { AppError, payloadTooLarge } from '../errors.js';

/** Past the limit the rest is read and dropped, up to this many times the limit, so that the caller hears the answer. */
const DRAIN_FACTOR = 4;

const noFile = () => new AppError(400, 'Send the file in the field file, or as the body', 'file_missing');

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
