/** One problem with one field of a request, named by its path (`signers[1].email`). */
export interface FieldError {
  field: string;
  message: string;
  /** For problems that a program may branch on one by one. */
  code?: string;
  /** The rule that a value breaks, such as `maxLength`. */
  rule?: string;
  /** What the rule demands, such as `20`. */
  limit?: string;
}

/**
 * What was exceeded: the rate of a key, of a page's link or of an address; a tenant's share of the work in progress,
 * or the total.
 */
export const LIMITS = ['key_rate', 'page_rate', 'address_rate', 'tenant_share', 'busy'] as const;
export type Limit = (typeof LIMITS)[number];

/**
 * An error that the caller may see. `message` is one plain sentence without internals; `code` is a stable snake_case
 * word for errors that a program may branch on.
 */
export class AppError extends Error {
  constructor(
    readonly statusCode: number,
    message: string,
    readonly code?: string,
    readonly details?: FieldError[],
    /**
     * The limit behind a refusal for lack of room, where the code does not name it; for the metrics, not in the
     * answer.
     */
    readonly limit?: Limit,
  ) {
    super(message);
  }
}

/** 400 for a state conflict or another refusal that a program may branch on. */
export const refused = (code: string, message: string) => new AppError(400, message, code);

/** 409, which the contract reserves for the Idempotency-Key. */
export const conflict = (code: string, message: string) => new AppError(409, message, code);

/** 400 naming each wrong field. */
export function invalid(...details: FieldError[]): AppError {
  const message = details.map((detail) => detail.message).join('; ');
  return new AppError(400, message, 'validation_failed', details);
}

/** 400 naming every fault; its own code is that of the first. */
export const refusedAll = (faults: readonly (FieldError & { code: string })[]) =>
  new AppError(400, faults.map(({ message }) => message).join('; '), faults[0]?.code, [...faults]);

export const notFound = (what: string) => new AppError(404, `${what} not found`);
export const forbidden = (message: string, code?: string) => new AppError(403, message, code);
/** @param purpose - what needs the scope, if not the whole operation */
export const missingScope = (scope: string, purpose = '') =>
  forbidden(`This API key lacks the scope ${scope}${purpose}`, 'missing_scope');
export const unauthorized = (message = 'Unauthorized') => new AppError(401, message);
export const payloadTooLarge = (message: string, code = 'payload_too_large') =>
  new AppError(413, message, code);

/** The contract's 429; the error filter adds Retry-After and Retry-After-App. */
export const tooManyRequests = (limit?: Limit) =>
  new AppError(429, 'ThrottlerException: Too Many Requests', undefined, undefined, limit);
/** 503: this process is ending, or should; another one can answer. */
export const notReady = (
  message = 'This process is about to be replaced by a newer release. Please try again',
) => new AppError(503, message, 'not_ready');
/** 503: all tenants together exceed the room there is. */
export const overloaded = () =>
  new AppError(503, 'The service is too busy at the moment. Please try again', 'busy');
