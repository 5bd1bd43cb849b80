import type {} from '@fastify/multipart';
import { type FastifyRequest } from 'fastify';
import { payloadTooLarge } from '../errors.js';

/** A body of more than this many times the file's limit is refused before it is read. */
const DRAIN_FACTOR = 20;
/** Many places on a document may each ask for something. */
const MAX_FIELDS = 2_000;
/** All fields together, in lengths of the longest one; what is beyond is dropped. */
const MAX_FIELDS_LENGTH = 4;

export interface PostedForm {
  /** By field name; a field beyond its limit is cut there. */
  fields: Record<string, unknown>;
  /** The bytes of the one file; empty where none was chosen, null where it is larger than allowed. */
  file: Buffer | null;
}

/**
 * A form as a browser posts it, with at most one file. What is beyond the limits is read and dropped, so that the answer
 * is heard. @throws AppError 413 for a body that is far beyond
 */
export async function postedForm(
  request: FastifyRequest,
  limits: { fileBytes: number; fieldBytes: number },
): Promise<PostedForm> {
  if (!request.isMultipart())
    return { fields: (request.body ?? {}) as PostedForm['fields'], file: Buffer.alloc(0) };
  const length = Number(request.headers['content-length'] ?? 0);
  const longest = DRAIN_FACTOR * (limits.fileBytes + MAX_FIELDS_LENGTH * limits.fieldBytes);
  if (length > longest) throw payloadTooLarge('The form is too large', 'body_too_large');
  const form: PostedForm = { fields: {}, file: Buffer.alloc(0) };
  const parts = request.parts({
    limits: { files: 1, fields: MAX_FIELDS, fieldSize: limits.fieldBytes, fileSize: longest },
  });
  let left = MAX_FIELDS_LENGTH * limits.fieldBytes;
  for await (const part of parts) {
    if (part.type === 'field') {
      left -= String(part.value).length;
      if (left >= 0) form.fields[part.fieldname] = part.value;
    }
    if (part.type === 'file') form.file = await readUpTo(part.file, limits.fileBytes);
  }
  return form;
}

async function readUpTo(stream: AsyncIterable<Buffer>, maxBytes: number): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    size += chunk.length;
    if (size <= maxBytes) chunks.push(chunk);
  }
  return size <= maxBytes ? Buffer.concat(chunks) : null;
}
