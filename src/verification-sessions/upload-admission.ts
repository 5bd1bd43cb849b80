import { Admission } from '../common/admission.js';
import { AppError } from '../common/errors.js';

/** Uploads held in memory at once; a photo is 15 MB at most. */
const MAX_UPLOADS = 32;

/** One upload of each session at a time, and a limited number of all: each is held in memory while it is examined. */
export class UploadAdmission {
  private readonly admission = new Admission({ total: MAX_UPLOADS, perKey: 1 });

  /** @returns null if this session has an upload in progress. @throws AppError 503 if there are too many of all */
  run<Result>(session: string, work: () => Promise<Result>): Promise<Result | null> {
    return this.admission.run<Result | null>(session, work, (limit) => {
      if (limit === 'key') return null;
      throw new AppError(503, 'Too many uploads at once: please try again');
    });
  }
}
