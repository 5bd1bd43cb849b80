import { permissionsPolicy } from './permissions-policy.js';

/**
 * Security headers of JSON answers (OWASP REST Security Cheat Sheet, "Security Headers"). Unlike those of pages they are
 * constant, so they are not computed for each request.
 */
export const API_HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'permissions-policy': permissionsPolicy({ camera: false }),
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

export const isApi = (url: string) => url.startsWith('/api/');
