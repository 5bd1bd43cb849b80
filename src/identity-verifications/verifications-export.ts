import { type EntityManager } from 'typeorm';
import { CSV_START, csvLine } from '../common/csv.js';
import { inBatches } from '../common/keyset.js';
import {
  type BrowsedVerification,
  browseVerifications,
  type VerificationSearch,
} from './verification-browsing.queries.js';

const COLUMNS = [
  'id',
  'email',
  'fullName',
  'documentType',
  'verificationMethod',
  'state',
] as const satisfies readonly (keyof BrowsedVerification)[];

/** The verifications found by a search as CSV, newest first. Times are UTC. */
export async function* verificationsCsv(
  manager: EntityManager,
  search: VerificationSearch,
): AsyncGenerator<string> {
  yield CSV_START + csvLine([...COLUMNS, 'createdAt']);
  const batches = inBatches((before, limit) => browseVerifications(manager, search, before, limit));
  for await (const batch of batches) yield batch.map(lineOf).join('');
}

const lineOf = (row: BrowsedVerification) =>
  csvLine([...COLUMNS.map((name) => row[name]), row.createdAt.toISOString()]);
