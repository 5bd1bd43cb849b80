import { type EntityManager } from 'typeorm';
import { type Place } from '../common/keyset.js';
import { type DocumentType } from './domain/document-type.js';
import { type VerificationMethod } from './domain/verification-method.js';
import { type VerificationState } from './domain/verification.state.js';

export interface VerificationSearch {
  organizationId: number;
  state?: VerificationState;
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

/** `status` follows from `state`, and has the index. */
const conditionOf = ({ state }: VerificationSearch) =>
  state === undefined ? '' : ` and state = $2 and status = ${state === 'reviewing' ? "'failed'" : '$2'}`;

const valuesOf = ({ organizationId, state }: VerificationSearch) =>
  state === undefined ? [organizationId] : [organizationId, state];

/** The newest first, from any place as fast as from the first. */
export function browseVerifications(
  manager: EntityManager,
  search: VerificationSearch,
  before: Place | undefined,
  limit: number,
): Promise<BrowsedVerification[]> {
  const values = [...valuesOf(search), ...(before ? [before.createdAt, before.id] : []), limit];
  const place = `($${values.length - 2}::timestamptz, $${values.length - 1}::bigint)`;
  const from = before ? ` and (created_at, id) < ${place}` : '';
  return manager.query(
    `select ${COLUMNS} from identity_verifications where organization_id = $1${conditionOf(search)}${from}
     order by created_at desc, id desc limit $${values.length}`,
    values,
  );
}

/** How many match, counted up to `most`. */
export async function countVerifications(
  manager: EntityManager,
  search: VerificationSearch,
  most: number,
): Promise<number> {
  const values = [...valuesOf(search), most];
  const [row] = await manager.query<{ found: number }[]>(
    `select count(*)::integer as found from (
       select from identity_verifications where organization_id = $1${conditionOf(search)} limit $${values.length}) found_rows`,
    values,
  );
  return row!.found;
}
