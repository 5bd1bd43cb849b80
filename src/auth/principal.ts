import { type Scope } from '../organizations/scopes.js';

/** The caller: an organization, identified by its API key. */
export interface Principal {
  organizationId: number;
  apiKeyId: number;
  /** The user who created the key. */
  userId: number;
  scopes: readonly Scope[];
  /** The client's IP address: of the connection, or as reported by the trusted proxies. */
  ip: string;
  userAgent: string;
}

/** The facts about an API call that an audit trail keeps. */
export const callFacts = ({ apiKeyId, ip, userAgent }: Principal) => ({ apiKeyId, ip, userAgent });
