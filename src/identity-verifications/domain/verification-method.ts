export const VERIFICATION_METHODS = ['document', 'liveness', 'combined'] as const;
export type VerificationMethod = (typeof VERIFICATION_METHODS)[number];
