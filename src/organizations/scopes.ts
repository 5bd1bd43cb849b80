/** What an API key may do beyond the endpoints that need no scope. */
export const SCOPES = ['identity:read', 'identity:write'] as const;
export type Scope = (typeof SCOPES)[number];
