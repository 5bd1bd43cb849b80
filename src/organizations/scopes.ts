/** The permissions of an API key beyond endpoints that need no scope. */
export const SCOPES = ['identity:read', 'identity:write'] as const;
export type Scope = (typeof SCOPES)[number];
