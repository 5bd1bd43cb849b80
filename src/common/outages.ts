import { AppError } from './errors.js';

/**
 * PostgreSQL error codes of an unavailable server (docs, appendix A): all of class 08, shut down by an administrator,
 * crashed, starting or stopping, too many connections, a transaction idle for too long.
 */
const SERVER_LOST = /^(?:08...|57P0[123]|53300|25P03)$/;
/** Node's error codes for connections that cannot be made or have ended. */
const CONNECTION_LOST = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT'],
  ...['EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN'],
]);
/** Messages of the client library's own errors, which have no code: ended connections and expired waits. */
const CLIENT_GAVE_UP = new RegExp(
  [
    '^Connection terminated',
    '^Client has encountered a connection error',
    '^Client was closed and is not queryable',
    '^timeout exceeded when trying to connect',
    '^timeout expired$',
    '^Query read timeout$',
    '^Query runner already released',
    '^Database connection provided by a query runner was already released',
  ].join('|'),
);
/** The code of errors that mean the object storage is unavailable. */
export const FILE_STORAGE_LOST = 'FILE_STORAGE_LOST';
const DISK_FULL = new Set(['ENOSPC', 'EDQUOT', '53100']);

/** Whether an error means that the database is unreachable or does not answer. */
export function isDatabaseLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = codeOf(error);
  const isConnectionLost = CONNECTION_LOST.has(code) && isOfOwnConnection(error);
  return SERVER_LOST.test(code) || isConnectionLost || CLIENT_GAVE_UP.test(error.message);
}

/** A caller who hangs up in the middle of an upload also causes ECONNRESET, but not from a system call. */
function isOfOwnConnection(error: Error): boolean {
  return error instanceof AggregateError || (error as NodeJS.ErrnoException).syscall !== undefined;
}

/** Whether an error means that the disk is full, ours or the database's. */
export function isDiskFull(error: unknown): boolean {
  return error instanceof Error && DISK_FULL.has(codeOf(error));
}

/** Whether an error means that the object storage of files is unavailable. */
export function isStorageLost(error: unknown): boolean {
  return error instanceof Error && codeOf(error) === FILE_STORAGE_LOST;
}

/** The caller's error for a failure of the infrastructure; undefined for other errors. */
export function outageOf(error: unknown): AppError | undefined {
  if (isDiskFull(error)) return new AppError(507, 'The storage is full. Nothing was saved', 'storage_full');
  if (isStorageLost(error))
    return new AppError(503, 'The file storage does not answer. Please try again', 'storage_unavailable');
  if (isDatabaseLost(error))
    return new AppError(503, 'The database does not answer. Please try again', 'database_unavailable');
  return undefined;
}

const codeOf = (error: Error): string => String((error as NodeJS.ErrnoException).code ?? '');
