import { type FastifyReply, type FastifyRequest } from 'fastify';
import { type Caller } from '../../auth/principal.js';
import { type ByteRange, readRange } from '../../common/http/byte-range.js';
import { entityTag, knowsTag, NOT_MODIFIED, tagHeaders } from '../../common/http/entity-tags.js';
import { contentDisposition } from '../../platform/pages/page.js';
import { type DocumentDownloadService } from '../documents/document-download.service.js';
import { type DocumentKind } from '../documents/signature-document.entity.js';

interface WantedDocument {
  caller: Caller;
  signatureId: number;
  kind: DocumentKind;
  /** Number of the document; the first by default. */
  n?: number;
}

/**
 * Responds with a document, or the requested part of it. A caller who already has it gets a 304, for which nothing is
 * loaded or recorded. Files are encrypted in one piece, so reading a part costs as much as the whole.
 * @throws AppError 404; 416 `range_not_satisfiable`; 429 or 503 if there are too many downloads
 */
export async function sendDocument(
  downloads: DocumentDownloadService,
  { caller, signatureId, kind, n }: WantedDocument,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const located = await downloads.locate(caller.organizationId, signatureId, kind, n);
  const { sha256, sizeBytes } = located.document;
  const tag = entityTag(sha256);
  const tagged = { ...tagHeaders(request, tag), 'accept-ranges': 'bytes' };
  if (knowsTag(request, tag)) return void (await reply.status(NOT_MODIFIED).headers(tagged).send());
  const range = rangeOf(request, reply, tag, sizeBytes);
  const { bytes, mimeType, fileName } = await downloads.load(caller, located, reply);
  void reply
    .headers({ ...tagged, 'content-disposition': contentDisposition('attachment', fileName) })
    .type(mimeType);
  if (!range) return void (await reply.send(bytes));
  const { start, end } = range;
  void reply.status(206).header('content-range', `bytes ${start}-${end}/${sizeBytes}`);
  await reply.send(bytes.subarray(start, end + 1));
}

/** Null for the whole file, including when the caller's parts belong to a different version. */
function rangeOf(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  tag: string,
  size: number,
): ByteRange | null {
  const condition = headers['if-range'];
  if (condition !== undefined && condition !== tag) return null;
  try {
    return readRange(headers.range, size);
  } catch (error) {
    void reply.header('content-range', `bytes */${size}`);
    throw error;
  }
}
