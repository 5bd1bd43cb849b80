import { type Scope } from '../organizations/scopes.js';

/** Who calls: the organization, by its API key. */
export interface Principal {
  organizationId: number;
  apiKeyId: number;
  /** The user who made the key. */
  userId: number;
  scopes: readonly Scope[];
  /** Of the connection, or of the last proxy on the way that is not ours. */
  ip: string;
  userAgent: string;
}

/** What an audit trail keeps of a call of the interface. */
export const callFacts = ({ apiKeyId, ip, userAgent }: Principal) => ({ apiKeyId, ip, userAgent });
