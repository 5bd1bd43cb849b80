import { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  NoSuchKey,
  NotFound,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { Logger } from '@nestjs/common';
import { type S3Settings } from '../config/settings.js';
import { routedAgents } from '../http-client/routed-agents.js';
import { type WayOut } from '../http-client/way-out.js';
import { Patience } from './patience.js';
import { MissingObjectError, StorageUnavailableError } from './storage-error.js';

/** In milliseconds. */
export interface BucketLimits {
  connectMs: number;
  /** Limit without a byte sent or received, and for a whole request without content. */
  idleMs: number;
  /** Keys per page of a list; servers never return more than 1,000. */
  pageKeys: number;
}

const LIMITS: BucketLimits = { connectMs: 2_000, idleMs: 10_000, pageKeys: 1_000 };
/** Requests without content are sent once more if they fail. */
const ATTEMPTS = 2;
/**
 * As many as there can be downloads (`DOWNLOAD_LIMITS`): otherwise a wait for a connection would look like a wait for
 * the storage.
 */
const AGENT = { maxSockets: 256, keepAlive: true };
const silent = () => undefined;
/** The client would log what we log ourselves. */
const NO_LOGGER = { trace: silent, debug: silent, info: silent, warn: silent, error: silent };

export interface ListedObject {
  key: string;
  size: number;
  writtenAt: Date;
}

/** Content that can be read again. */
export interface ObjectContent {
  size: number;
  /** MD5 in base64, by which the server checks the bytes it received (RFC 1864). */
  md5: string;
  read: () => AsyncIterable<Buffer>;
}

/**
 * A bucket of an S3-compatible storage, below a prefix that keys do not show. Logs a line when it stops answering and
 * one when it answers again, however many requests fail.
 */
export class Bucket {
  private readonly logger = new Logger('Storage');
  private readonly client: S3Client;
  private lostAt: number | undefined;

  /** @param way - the route to it, if there is a proxy */
  constructor(
    private readonly settings: S3Settings,
    private readonly limits = LIMITS,
    way?: WayOut,
  ) {
    const { endpoint, region, credentials, pathStyle } = settings;
    this.client = new S3Client({
      endpoint,
      region,
      credentials,
      forcePathStyle: pathStyle,
      maxAttempts: ATTEMPTS,
      // Many servers do not support newer kinds of checksums.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      requestHandler: { connectionTimeout: limits.connectMs, ...agentsOf(way) },
      logger: NO_LOGGER,
    });
  }

  /** Such as `files at https://s3.example.com`. */
  get place(): string {
    const { bucket, endpoint, region } = this.settings;
    return `${bucket} at ${endpoint === undefined ? `AWS (${region})` : new URL(endpoint).origin}`;
  }

  /**
   * Stores an object, completely or not at all. If a careless server keeps part of one, it cannot be decrypted, and
   * is deleted by the sweeper.
   * @throws what reading the content throws
   */
  async put(key: string, { size, md5, read }: ObjectContent): Promise<void> {
    const patience = this.patience();
    const body = Readable.from(patience.each(read()), { objectMode: false });
    body.on('error', (error) => patience.fail(error));
    const input = { ...this.at(key), Body: body, ContentLength: size, ContentMD5: md5 };
    try {
      await this.answer(patience, (abortSignal) =>
        this.client.send(new PutObjectCommand(input), { abortSignal }),
      );
    } finally {
      body.destroy();
    }
  }

  /** The bytes of an object. @throws MissingObjectError if there is none */
  async *get(key: string): AsyncGenerator<Buffer> {
    const patience = this.patience();
    const { Body: body } = await this.answer(
      patience,
      (abortSignal) => this.client.send(new GetObjectCommand(this.at(key)), { abortSignal }),
      true,
    );
    const stream = body as Readable;
    const stop = () => stream.destroy(patience.signal.reason as Error);
    patience.signal.addEventListener('abort', stop);
    try {
      for await (const chunk of patience.each(stream as AsyncIterable<Buffer>)) yield chunk;
    } catch (error) {
      throw this.lose(error);
    } finally {
      patience.end();
      stream.destroy();
    }
  }

  /** An object's size in bytes; null if there is none. */
  async sizeOf(key: string): Promise<number | null> {
    return (await this.head(key))?.size ?? null;
  }

  /** An object's size and time; null if there is none. */
  async head(key: string): Promise<ListedObject | null> {
    try {
      const found = await this.send((abortSignal) =>
        this.client.send(new HeadObjectCommand(this.at(key)), { abortSignal }),
      );
      return { key, size: found.ContentLength ?? 0, writtenAt: found.LastModified ?? new Date() };
    } catch (error) {
      if (error instanceof MissingObjectError) return null;
      throw error;
    }
  }

  async delete(key: string): Promise<void> {
    await this.send((abortSignal) =>
      this.client.send(new DeleteObjectCommand(this.at(key)), { abortSignal }),
    );
  }

  /** All objects whose keys have this prefix. */
  async *list(beginning = ''): AsyncGenerator<ListedObject> {
    for await (const { Contents: objects = [] } of this.pages(beginning))
      for (const { Key: key, Size: size, LastModified: writtenAt } of objects)
        yield { key: this.ownKey(key!), size: size!, writtenAt: writtenAt! };
  }

  /** The distinct parts of all keys before the first slash. */
  async *folders(): AsyncGenerator<string> {
    for await (const { CommonPrefixes: found = [] } of this.pages('', '/'))
      for (const { Prefix: name } of found) yield this.ownKey(name!).replace(/\/$/, '');
  }

  close(): void {
    this.client.destroy();
  }

  private async *pages(beginning: string, delimiter?: string) {
    let token: string | undefined;
    do {
      const input = {
        Bucket: this.settings.bucket,
        Prefix: this.settings.prefix + beginning,
        Delimiter: delimiter,
        ContinuationToken: token,
        MaxKeys: this.limits.pageKeys,
      };
      const page = await this.send((abortSignal) =>
        this.client.send(new ListObjectsV2Command(input), { abortSignal }),
      );
      yield page;
      token = page.IsTruncated ? page.NextContinuationToken : undefined;
    } while (token !== undefined);
  }

  private at = (key: string) => ({ Bucket: this.settings.bucket, Key: this.settings.prefix + key });

  private ownKey = (key: string) => key.slice(this.settings.prefix.length);

  private patience = () => new Patience(this.limits.idleMs);

  private send<Answer>(request: (signal: AbortSignal) => Promise<Answer>): Promise<Answer> {
    return this.answer(this.patience(), request);
  }

  /** @param goesOn whether content follows the answer, which the caller then waits for */
  private async answer<Answer>(
    patience: Patience,
    request: (signal: AbortSignal) => Promise<Answer>,
    goesOn = false,
  ): Promise<Answer> {
    try {
      const answer = await request(patience.signal);
      this.find();
      if (!goesOn) patience.end();
      return answer;
    } catch (error) {
      patience.end();
      if (patience.fault) throw patience.fault;
      if (isMissing(error)) {
        this.find();
        throw new MissingObjectError('there is no such object');
      }
      throw this.lose(patience.signal.aborted ? patience.signal.reason : error);
    }
  }

  private find(): void {
    if (this.lostAt === undefined) return;
    const seconds = ((performance.now() - this.lostAt) / 1000).toFixed(1);
    this.lostAt = undefined;
    this.logger.log(`The file storage ${this.place} answers again after ${seconds} s`);
  }

  private lose(error: unknown): StorageUnavailableError {
    const reason = reasonOf(error);
    if (this.lostAt === undefined)
      this.logger.error(
        `The file storage ${this.place} does not work (${reason}); requests that need files get 503 until it does`,
      );
    this.lostAt ??= performance.now();
    return new StorageUnavailableError(`the file storage ${this.place} does not work: ${reason}`, {
      cause: error,
    });
  }
}

const agentsOf = (way: WayOut | undefined) =>
  way ? routedAgents(AGENT, way) : { httpAgent: AGENT, httpsAgent: AGENT };

/**
 * A missing bucket is not a missing object. The answer to a HEAD request has no body, so it cannot tell them apart.
 */
function isMissing(error: unknown): boolean {
  return error instanceof NoSuchKey || error instanceof NotFound;
}

/** The client's messages name hosts and ports, and may quote the id of an access key, which is removed. */
function reasonOf(error: unknown): string {
  const { code, name, message } = error as NodeJS.ErrnoException;
  if (typeof code === 'string') return code;
  return name === 'Error' || name === 'TimeoutError' ? message : name;
}
