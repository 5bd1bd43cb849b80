import { type Scope } from '../organizations/scopes.js';

/** Who calls: the organization, by its API key. */
export interface Principal {
  organizationId: number;
  apiKeyId: number;
  /** The user who made the key. */
  userId: number;
  scopes: readonly Scope[];
}
