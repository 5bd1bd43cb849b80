import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { type components } from './openapi.js';
import { type RequestBody } from './transport.js';
import { type Watch } from './watch.js';

/** Where a document's bytes come from: at hand, in a Blob (`fs.openAsBlob`), or as they are read. */
export type UploadBytes = Uint8Array | ArrayBuffer | Blob | AsyncIterable<Uint8Array>;

/**
 * A stream can be sent once, so a call with one is not repeated. A function that opens it anew for each attempt makes it
 * repeatable: `() => createReadStream('lease.pdf')`.
 */
export type UploadSource = UploadBytes | (() => UploadBytes);

export type DocumentField = components['schemas']['DocumentField'];

export const DOCUMENT_TYPES = [
  'application/pdf',
  'image/png',
  'image/jpeg',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
] as const;

export type DocumentType = (typeof DOCUMENT_TYPES)[number];

/** Rows of a bulk send. */
export type RowsType = 'text/csv' | 'text/tab-separated-values' | 'application/x-ndjson';

/** An exported template. */
export const ARCHIVE_TYPE = 'application/zip';

const CHUNK_BYTES = 64 * 1024;

/** A text beside the file, as JSON. */
interface TextPart {
  name: 'fields' | 'form';
  value: unknown;
}

/** A body that is sent as it is read, with a text before it if there is one. */
export function uploadOf(
  source: UploadSource,
  type: DocumentType | RowsType | typeof ARCHIVE_TYPE,
  part?: TextPart,
): RequestBody {
  const isRepeatable = typeof source === 'function' || !isStream(source);
  if (!isRepeatable) hear(source);
  if (part === undefined) return { type, open: (watch) => watched(chunksOf(source), watch), isRepeatable };
  const boundary = `countersign-${randomUUID()}`;
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    open: (watch) => watched(multipart(boundary, chunksOf(source), type, part), watch),
    isRepeatable,
  };
}

function isStream(source: UploadBytes): source is AsyncIterable<Uint8Array> {
  return Symbol.asyncIterator in source;
}

/** A stream of Node.js that fails before it is read, without a listener, would end the process. Reading tells the error. */
function hear(stream: object): void {
  if (stream instanceof Readable) stream.on('error', () => undefined);
}

/** Opens the source only when the first chunk is asked for. */
async function* chunksOf(source: UploadSource): AsyncGenerator<Uint8Array> {
  const bytes = typeof source === 'function' ? source() : source;
  if (isStream(bytes)) yield* bytes;
  else if (bytes instanceof Blob) yield* bytes.stream();
  else {
    const all = bytes instanceof Uint8Array ? bytes : new Uint8Array(bytes);
    for (let at = 0; at < all.length; at += CHUNK_BYTES) yield all.subarray(at, at + CHUNK_BYTES);
  }
}

async function* multipart(
  boundary: string,
  file: AsyncIterable<Uint8Array>,
  type: string,
  part: TextPart,
): AsyncGenerator<Uint8Array> {
  const text = (part: string) => Buffer.from(part);
  const name = 'content-disposition: form-data; name';
  yield text(`--${boundary}\r\n${name}="${part.name}"\r\n\r\n${JSON.stringify(part.value)}\r\n`);
  yield text(`--${boundary}\r\n${name}="file"; filename="document"\r\ncontent-type: ${type}\r\n\r\n`);
  yield* file;
  yield text(`\r\n--${boundary}--\r\n`);
}

/** Each chunk that the connection takes is movement. A source that fails ends the call with its own error. */
async function* watched(chunks: AsyncIterable<Uint8Array>, watch: Watch): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of chunks) {
      watch.touch();
      yield chunk;
    }
  } catch (error) {
    watch.fail(error);
    throw error;
  }
}
