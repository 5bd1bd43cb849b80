import { type EntityManager } from 'typeorm';
import { type Place } from '../common/keyset.js';
import { type DocumentType } from './domain/document-type.js';
import { VERIFICATION_STATES, type VerificationState } from './domain/verification.state.js';
import { type VerificationMethod } from './domain/verification-method.js';
import { isCancelledByMember } from './verification-care.queries.js';

export interface VerificationSearch {
  organizationId: number;
  id?: number;
  /** How the person's address begins, as an `emailKey`. */
  address?: string;
  /** A part of the name. */
  text?: string;
  state?: VerificationState;
  /** Creation time: start included, end excluded. */
  from?: Date;
  until?: Date;
}

type Filter = Exclude<keyof VerificationSearch, 'organizationId'>;

export interface BrowsedVerification {
  id: number;
  email: string;
  /** As given by the caller; empty if none was given. */
  fullName: string;
  documentType: DocumentType | null;
  verificationMethod: VerificationMethod;
  state: VerificationState;
  /** It has expired because a member cancelled it. */
  isCancelled: boolean;
  createdAt: Date;
}

const COLUMNS = `id, email, full_name as "fullName", document_type as "documentType",
  verification_method as "verificationMethod", state, created_at as "createdAt",
  state = 'expired' and ${isCancelledByMember('identity_verifications')} as "isCancelled"`;

/** Each filter's WHERE condition, given its parameter. `status` follows from `state` and has the index. */
const CONDITIONS: Record<Filter, (parameter: string, value: unknown) => string> = {
  id: (p) => `id = ${p}`,
  address: (p) => `lower(email) like ${p}`,
  text: (p) => `lower(full_name) like lower(${p})`,
  state: (p, state) => `state = ${p} and status = ${state === 'reviewing' ? "'failed'" : p}`,
  from: (p) => `created_at >= ${p}::timestamptz`,
  until: (p) => `created_at < ${p}::timestamptz`,
};

const plain = (text: string) => text.replace(/[\\%_]/g, '\\$&');
/** How texts are compared with `like`. */
const PATTERNS: Partial<Record<Filter, (text: string) => string>> = {
  address: (text) => `${plain(text)}%`,
  text: (text) => `%${plain(text)}%`,
};

/** @param values - receives the parameters */
function conditionOf(search: VerificationSearch, values: unknown[]): string {
  const conditions = (Object.keys(CONDITIONS) as Filter[]).map((name) => {
    const value = search[name];
    if (value === undefined) return '';
    const parameter = `$${values.push(PATTERNS[name]?.(String(value)) ?? value)}`;
    return ` and ${CONDITIONS[name](parameter, value)}`;
  });
  return `organization_id = $${values.push(search.organizationId)}${conditions.join('')}`;
}

/** Newest first; equally fast from any place. */
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

/** The number of matches, counted up to `most`. */
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

/** The number of an organization's verifications in each state and in all, counted up to `most`. */
export async function countStates(
  manager: EntityManager,
  organizationId: number,
  most: number,
): Promise<{ state: VerificationState | 'all'; found: number }[]> {
  const values: unknown[] = [most];
  const counts = (['all', ...VERIFICATION_STATES] as const).map((state) => {
    const condition = conditionOf({ organizationId, state: state === 'all' ? undefined : state }, values);
    return `select '${state}' as state, (select count(*)::integer from (
      select from identity_verifications where ${condition} limit $1) counted) as found`;
  });
  return manager.query(counts.join(' union all '), values);
}
