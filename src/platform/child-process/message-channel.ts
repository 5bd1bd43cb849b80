import { type Duplex } from 'node:stream';
import { deserialize, serialize } from 'node:v8';

/** The descriptor, in a child, of the pipe to its parent. It has no other. */
export const PIPE_FD = 3;

const LENGTH_BYTES = 4;
/** Larger than any document together with what a task adds to it. */
const MAX_MESSAGE_BYTES = 128 * 1024 * 1024;

/** The other end of the pipe does not follow the protocol. */
export class MalformedMessageError extends Error {}

/**
 * Messages over a pipe: structured clones as serialized by `node:v8`, each preceded by its length in bytes (32 bits,
 * big-endian). Node's own channel between processes is not used because it obeys commands inside messages, so a child
 * could use one to end its parent.
 */
export class MessageChannel {
  private chunks: Buffer[] = [];
  private received = 0;

  /** @param onBroken called at most once; no message is received after that */
  constructor(
    private readonly pipe: Duplex,
    onMessage: (message: unknown) => void,
    onBroken: (error: MalformedMessageError) => void,
  ) {
    // The end of the other process is reported elsewhere.
    pipe.on('error', () => undefined);
    pipe.on('data', (chunk: Buffer) => {
      try {
        for (const message of this.receive(chunk)) onMessage(message);
      } catch (error) {
        if (!(error instanceof MalformedMessageError)) throw error;
        pipe.destroy();
        onBroken(error);
      }
    });
  }

  send(message: unknown): void {
    const bytes = serialize(message);
    const length = Buffer.alloc(LENGTH_BYTES);
    length.writeUInt32BE(bytes.length);
    this.pipe.cork();
    this.pipe.write(length);
    this.pipe.write(bytes);
    this.pipe.uncork();
  }

  private *receive(chunk: Buffer): Generator<unknown> {
    this.chunks.push(chunk);
    this.received += chunk.length;
    while (this.received >= LENGTH_BYTES && !this.pipe.destroyed) {
      const end = LENGTH_BYTES + this.announcedLength();
      if (this.received < end) return;
      const all = this.joined();
      this.chunks = [all.subarray(end)];
      this.received -= end;
      yield parse(all.subarray(LENGTH_BYTES, end));
    }
  }

  private announcedLength(): number {
    const [first] = this.chunks;
    const length = (first!.length < LENGTH_BYTES ? this.joined() : first!).readUInt32BE();
    if (length > MAX_MESSAGE_BYTES)
      throw new MalformedMessageError(
        `sent a message of ${length} bytes, but the most is ${MAX_MESSAGE_BYTES}`,
      );
    return length;
  }

  private joined(): Buffer {
    const all = this.chunks.length === 1 ? this.chunks[0]! : Buffer.concat(this.chunks);
    this.chunks = [all];
    return all;
  }
}

function parse(bytes: Buffer): unknown {
  try {
    return deserialize(bytes);
  } catch {
    throw new MalformedMessageError('sent bytes that are not a message');
  }
}
