import { createHash } from 'node:crypto';

declare module 'fastify' {
  interface FastifyRequest {
    /** Present if the request has an Idempotency-Key. */
    bodyDigest?: BodyDigest;
  }
}

/**
 * SHA-256 of a body, computed while the body is read. For a multipart body it covers the kind, name and content of
 * each part in order, so the same form has the same digest with another boundary.
 */
export class BodyDigest {
  private readonly whole = createHash('sha256');
  private content = createHash('sha256');

  /** Adds bytes to the current part. A body without parts is one part. */
  update(chunk: Buffer): void {
    this.content.update(chunk);
  }

  /** Ends the current part. */
  endPart(kind: 'file' | 'field', name: string): void {
    const label = createHash('sha256').update(`${kind} ${name}`).digest();
    this.whole.update(label).update(this.content.digest());
    this.content = createHash('sha256');
  }

  /** Call once, after the body has been read. @returns 32 bytes */
  digest(): Buffer {
    return this.whole.update(this.content.digest()).digest();
  }
}
