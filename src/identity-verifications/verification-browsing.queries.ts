import { type EntityManager } from 'typeorm';
import { type Place } from '../common/keyset.js';
import { type DocumentType } from './domain/document-type.js';
import { type VerificationMethod } from './domain/verification-method.js';
import { type VerificationState } from './domain/verification.state.js';

export interface VerificationSearch {
  organizationId: number;
  state?: VerificationState;
  /** Created from then on, and before then. */
  from?: Date;
  until?: Date;
}

export interface BrowsedVerification {
  id: number;
  email: string;
  /** As the caller gave it; empty if none was given. */
  fullName: string;
  documentType: DocumentType | null;
  verificationMethod: VerificationMethod;
  state: VerificationState;
  createdAt: Date;
}

const COLUMNS = `id, email, full_name as "fullName", document_type as "documentType",
  verification_method as "verificationMethod", state, created_at as "createdAt"`;

/** What each filter adds to WHERE, given its parameter. `status` follows from `state`, and has the index. */
const CONDITIONS = {
  state: (p: string, state: unknown) => `state = ${p} and status = ${state === 'reviewing' ? "'failed'" : p}`,
  from: (p: string) => `created_at >= ${p}::timestamptz`,
  until: (p: string) => `created_at < ${p}::timestamptz`,
};

/** @param values - gets the parameters */
function conditionOf(search: VerificationSearch, values: unknown[]): string {
  const conditions = Object.entries(CONDITIONS).map(([name, condition]) => {
    const value = search[name as keyof typeof CONDITIONS];
    return value === undefined ? '' : ` and ${condition(`$${values.push(value)}`, value)}`;
  });
  return `organization_id = $${values.push(search.organizationId)}${conditions.join('')}`;
}

/** The newest first, from any place as fast as from the first. */
export function browseVerifications(
  manager: EntityManager,
  search: VerificationSearch,
  before: Place | undefined,
  limit: number,
): Promise<BrowsedVerification[]> {
  const values: unknown[] = [];
  const condition = conditionOf(search, values);
  const [time, id] = before ? [before.createdAt, before.id].map((value) => `$${values.push(value)}`) : [];
  const after = before ? ` and (created_at, id) < (${time}::timestamptz, ${id}::bigint)` : '';
  return manager.query(
    `select ${COLUMNS} from identity_verifications where ${condition}${after}
     order by created_at desc, id desc limit $${values.push(limit)}`,
    values,
  );
}

/** How many match, counted up to `most`. */
export async function countVerifications(
  manager: EntityManager,
  search: VerificationSearch,
  most: number,
): Promise<number> {
  const values: unknown[] = [];
  const condition = conditionOf(search, values);
  const [row] = await manager.query<{ found: number }[]>(
    `select count(*)::integer as found from (
       select from identity_verifications where ${condition} limit $${values.push(most)}) found_rows`,
    values,
  );
  return row!.found;
}
