export const SIGNATURES = '/api/v1/signatures';
export const VERIFICATIONS = '/api/v1/identity-verifications';
