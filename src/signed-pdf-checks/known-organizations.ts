import { areAnyForTests, organizationNames } from '../organizations/organization.queries.js';
import { ownersOfCertificates } from '../pdf-signatures/organization-certificate.queries.js';
import { type RunQuery } from '../platform/database/run-query.js';

/**
 * The organizations of this installation that own these certificates.
 * @param hashes SHA-256 of certificates, lower-case hex
 * @returns names of organizations by hash
 */
export async function organizationsOf(
  query: RunQuery,
  hashes: readonly string[],
): Promise<Map<string, string>> {
  const owners = await ownersOfCertificates(query, hashes);
  const names = await organizationNames(query, [...owners.values()]);
  return new Map([...owners].map(([hash, id]) => [hash, names.get(id)!]));
}

/** Whether any of these certificates belongs to an organization of this installation that is for tests. */
export async function comesFromTests(query: RunQuery, hashes: readonly string[]): Promise<boolean> {
  const owners = await ownersOfCertificates(query, hashes);
  return areAnyForTests(query, [...owners.values()]);
}
