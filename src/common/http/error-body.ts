import { STATUS_CODES } from 'node:http';
import { type AppError, type FieldError } from '../errors.js';

export interface ErrorBody {
  statusCode: number;
  message: string;
  error: string;
  code?: string;
  details?: FieldError[];
}

/** Statuses whose body has exactly three fields, as the contract shows. */
const BARE_STATUSES = new Set([401, 429]);

/** The format of every error: `{ statusCode, message, error }`, plus `code` and `details` if present. */
export function errorBody(error: AppError): ErrorBody {
  const { statusCode, message, code, details } = error;
  const body: ErrorBody = { statusCode, message, error: STATUS_CODES[statusCode] ?? 'Error' };
  if (BARE_STATUSES.has(statusCode)) return body;
  if (code !== undefined) body.code = code;
  if (details !== undefined) body.details = details;
  return body;
}
