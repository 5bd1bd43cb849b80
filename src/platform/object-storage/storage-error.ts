import { FILE_STORAGE_LOST } from '../../common/outages.js';

/**
 * The file storage is unreachable, does not answer in time or refuses. The message gives the reason, without keys.
 */
export class StorageUnavailableError extends Error {
  override readonly name = 'StorageUnavailableError';
  readonly code = FILE_STORAGE_LOST;
}

/** There is no such object. */
export class MissingObjectError extends Error {
  override readonly name = 'MissingObjectError';
  readonly code = 'ENOENT';
}
