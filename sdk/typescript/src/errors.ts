import { type components, type ErrorCode } from './openapi.js';

/** What is wrong with one field of a request. */
export type FieldError = components['schemas']['FieldError'];

/** Anything that this client throws about a request, except the reason of an `AbortSignal`. */
export class CountersignError extends Error {
  override readonly name: string = 'CountersignError';
  /** What a program may branch on. */
  readonly code: ErrorCode | (string & {}) | undefined;

  constructor(message: string, { code, cause }: { code?: string; cause?: unknown } = {}) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
  }
}

/** There was no answer: whether the request was carried out is not known. */
export class ConnectionError extends CountersignError {
  override readonly name: string = 'ConnectionError';

  constructor(
    message: string,
    { code = 'connection_failed', cause }: { code?: string; cause?: unknown } = {},
  ) {
    super(message, { code, cause });
  }
}

/** Nothing has moved for `timeoutMs`. */
export class TimeoutError extends ConnectionError {
  override readonly name = 'TimeoutError';

  constructor(message: string) {
    super(message, { code: 'timed_out' });
  }
}

/** What came back is not an answer of the service: a redirect, or something that is not JSON. */
export class UnexpectedAnswerError extends CountersignError {
  override readonly name = 'UnexpectedAnswerError';

  constructor(
    message: string,
    readonly status: number,
  ) {
    super(message, { code: 'unexpected_answer' });
  }
}

/** What an error answer says. */
export interface ApiErrorFacts {
  status: number;
  message: string;
  code?: string;
  details?: readonly FieldError[];
  requestId?: string;
  retryAfterMs?: number;
}

/** The service has refused the request, or could not carry it out. */
export class ApiError extends CountersignError {
  override readonly name: string = 'ApiError';
  readonly status: number;
  /** What is wrong with which fields; empty unless `code` is `validation_failed`. */
  readonly details: readonly FieldError[];
  /** The id under which the operator finds the request in the service's log. */
  readonly requestId: string | undefined;
  /** How long the service asks to wait before the next attempt. */
  readonly retryAfterMs: number | undefined;

  constructor({ status, message, code, details = [], requestId, retryAfterMs }: ApiErrorFacts) {
    super(message, { code });
    this.status = status;
    this.details = details;
    this.requestId = requestId;
    this.retryAfterMs = retryAfterMs;
  }
}

/** 400: the request is wrong, or not possible in the state that things are in. */
export class BadRequestError extends ApiError {
  override readonly name = 'BadRequestError';
}

/** 401: the API key is missing, wrong or revoked. */
export class AuthenticationError extends ApiError {
  override readonly name = 'AuthenticationError';
}

/** 403: the API key may not do this. */
export class PermissionError extends ApiError {
  override readonly name = 'PermissionError';
}

/** 404: there is no such thing, or not yet. */
export class NotFoundError extends ApiError {
  override readonly name = 'NotFoundError';
}

/** 409: the idempotency key belongs to another request, or its first request is still running. */
export class ConflictError extends ApiError {
  override readonly name = 'ConflictError';
}

/** 410: what the cursor of the event feed points at is gone. */
export class GoneError extends ApiError {
  override readonly name = 'GoneError';
}

/** 413: the body or the file is too large. */
export class TooLargeError extends ApiError {
  override readonly name = 'TooLargeError';
}

/** 429: too many requests; `retryAfterMs` says how long to wait. */
export class RateLimitError extends ApiError {
  override readonly name = 'RateLimitError';
}

/** 5xx: the service, or a proxy before it, could not carry the request out. */
export class ServiceError extends ApiError {
  override readonly name = 'ServiceError';
}

const CLASSES: Record<number, typeof ApiError> = {
  400: BadRequestError,
  401: AuthenticationError,
  403: PermissionError,
  404: NotFoundError,
  409: ConflictError,
  410: GoneError,
  413: TooLargeError,
  429: RateLimitError,
};

/** The error of the class that belongs to the status. */
export function apiError(facts: ApiErrorFacts): ApiError {
  const Class = CLASSES[facts.status] ?? (facts.status >= 500 ? ServiceError : ApiError);
  return new Class(facts);
}
