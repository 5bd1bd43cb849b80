import { Admission } from '../common/admission.js';
import { AppError } from '../common/errors.js';

const MIB = 1024 * 1024;
/** Uploads held in memory at once, of all organizations and of each. A photo is 15 MB at most, most are 2 to 5. */
export const PHOTO_LIMITS = { total: 32, perKey: 24, totalBytes: 160 * MIB, bytesPerKey: 96 * MIB };

/** A body that has not been read yet. */
export interface UnreadBody {
  /** At most. */
  bytes: number;
  read(): Promise<Buffer>;
}

/**
 * One upload of each session at a time, and a limited number and size of all: each is held in memory while it is
 * examined.
 */
export class UploadAdmission {
  private readonly sessions = new Admission({ total: PHOTO_LIMITS.total, perKey: 1 });
  private readonly organizations = new Admission(PHOTO_LIMITS);

  /**
   * Reads the body and runs `work` with it.
   * @returns null if this session has an upload in progress
   * @throws AppError 503 if there are too many of the organization or of all
   */
  run<Result>(
    { token, organizationId }: { token: string; organizationId: number },
    body: UnreadBody,
    work: (bytes: Buffer) => Promise<Result>,
  ): Promise<Result | null> {
    const full = (): never => {
      throw new AppError(503, 'Too many uploads at once: please try again', undefined, undefined, 'busy');
    };
    const receive = async () => work(await body.read());
    return this.sessions.run<Result | null>(
      token,
      () => this.organizations.run(String(organizationId), receive, full, body.bytes),
      (limit) => (limit === 'key' ? null : full()),
    );
  }
}
