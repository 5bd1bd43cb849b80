/** One problem with one field of a request, named by its path (`signers[1].email`). */
export interface FieldError {
  field: string;
  message: string;
}

/** The rate of a key, of a page's link, or of an address; a tenant's share of the work in progress, or that of all. */
export const LIMITS = ['key_rate', 'page_rate', 'address_rate', 'tenant_share', 'busy'] as const;
export type Limit = (typeof LIMITS)[number];

/**
 * An error that the caller may see. `message` is one plain sentence without internals; `code` is a stable snake_case
 * word, if a program may branch on the error.
 */
export class AppError extends Error {
  constructor(
    readonly statusCode: number,
    message: string,
    readonly code?: string,
    readonly details?: FieldError[],
    /** Which limit a refusal for want of room is owed to, where the code does not say so; counted, not answered. */
    readonly limit?: Limit,
  ) {
    super(message);
  }
}

/** 400 for a state conflict or another refusal that a program may branch on. */
export const refused = (code: string, message: string) => new AppError(400, message, code);

/** 409, which the contract has only for an Idempotency-Key. */
export const conflict = (code: string, message: string) => new AppError(409, message, code);

/** 400 that names each wrong field. */
export function invalid(...details: FieldError[]): AppError {
  const message = details.map((detail) => detail.message).join('; ');
  return new AppError(400, message, 'validation_failed', details);
}

export const notFound = (what: string) => new AppError(404, `${what} not found`);
export const forbidden = (message: string, code?: string) => new AppError(403, message, code);
/** @param purpose - what the scope is needed for, if not for the whole operation */
export const missingScope = (scope: string, purpose = '') =>
  forbidden(`This API key lacks the scope ${scope}${purpose}`, 'missing_scope');
export const unauthorized = (message = 'Unauthorized') => new AppError(401, message);
export const payloadTooLarge = (message: string, code = 'payload_too_large') =>
  new AppError(413, message, code);

/** The contract's 429; the error filter adds Retry-After and Retry-After-App. */
export const tooManyRequests = (limit?: Limit) =>
  new AppError(429, 'ThrottlerException: Too Many Requests', undefined, undefined, limit);
/** 503: all tenants together want more than there is room for. */
export const overloaded = () => new AppError(503, 'Too much work is waiting: please try again', 'busy');
