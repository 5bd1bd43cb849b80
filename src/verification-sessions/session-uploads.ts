import { type FastifyRequest } from 'fastify';
import { Admission } from '../common/admission.js';
import { Turns } from '../common/turns.js';
import { type IncomingFile } from '../platform/storage/incoming-file.js';
import { type Uploads } from '../platform/storage/uploads.js';

const MIB = 1024 * 1024;
/** Pictures of one kind being received or awaiting inspection on disk, in total and per organization. */
export const PICTURE_LIMITS = { total: 64, perKey: 32, totalBytes: 512 * MIB, bytesPerKey: 256 * MIB };

/** A picture that has not been read yet. */
export interface UnreadPicture {
  request: FastifyRequest;
  maxBytes: number;
  readInto(file: IncomingFile): Promise<IncomingFile>;
}

/** Receives pictures of one kind the way documents are received, one per session at a time. */
export class SessionUploads {
  readonly admission = new Admission(PICTURE_LIMITS, 'pictures');
  private readonly sessions: Admission;
  private readonly turns = new Turns();

  /** @param waiting how many more per session wait, unread, for the one before */
  constructor(
    private readonly uploads: Uploads,
    { waiting }: { waiting: number },
  ) {
    // Only sessions with a picture in progress have waiting ones, so the limits for pictures bound these too.
    this.sessions = new Admission({ total: Infinity, perKey: 1 + waiting }, 'pictures of a session');
  }

  /**
   * Runs `work` with the picture, and deletes it afterwards unless `work` has kept it.
   * @returns null if the session sends too many at once
   * @throws as `Uploads.receive` does
   */
  receive<Result>(
    { token, organizationId }: { token: string; organizationId: number },
    { request, maxBytes, readInto }: UnreadPicture,
    work: (file: IncomingFile, signal: AbortSignal) => Promise<Result>,
  ): Promise<Result | null> {
    const upload = { tenant: String(organizationId), organizationId, maxBytes, admission: this.admission };
    const receive = () =>
      this.uploads.receive(request, upload, async (incoming, signal) =>
        work(await readInto(incoming), signal),
      );
    return this.sessions.run<Result | null>(
      token,
      () => this.turns.run(token, receive),
      () => null,
    );
  }
}
