/** Delivered unless an organization unticks them. */
export const DEFAULT_EVENTS = [
  'signature.created',
  'signature.partially_signed',
  'signature.completed',
  'signature.rejected',
  'signature.expired',
  'signature.cancelled',
  'identity_verification.completed',
  'identity_verification.failed',
] as const;

/** Delivered only when an organization ticks them. */
export const OPTIONAL_EVENTS = [
  'identity_verification.created',
  'identity_verification.started',
  'identity_verification.document_uploaded',
  'identity_verification.expired',
] as const;

export const EVENT_TYPES: readonly string[] = [...DEFAULT_EVENTS, ...OPTIONAL_EVENTS];
