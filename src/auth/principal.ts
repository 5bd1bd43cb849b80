import { type Scope } from '../organizations/scopes.js';

/** Who acts: a program with an API key, or a member at the dashboard. */
export interface Caller {
  organizationId: number;
  /** The member, or the user who created the key. */
  userId: number;
  /** Missing for a member at the dashboard. */
  apiKeyId?: number;
  /** The client's IP address: of the connection, or as reported by the trusted proxies. */
  ip: string;
  userAgent: string;
}

/** A caller of the API, identified by its key. */
export interface Principal extends Caller {
  apiKeyId: number;
  scopes: readonly Scope[];
}

/** The facts about an action stored in an audit trail: which key made it, or which member. */
export const callFacts = ({ apiKeyId, userId, ip, userAgent }: Caller) =>
  apiKeyId === undefined ? { userId, ip, userAgent } : { apiKeyId, ip, userAgent };
