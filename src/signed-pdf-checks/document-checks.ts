import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type Arrival, ContestedAdmission } from '../common/contested-admission.js';
import { AppError } from '../common/errors.js';
import { getOrganization } from '../organizations/organization.queries.js';
import { OrganizationKeys } from '../pdf-signatures/organization-keys.js';
import { TaskSlots } from '../platform/child-process/task-slots.js';
import { sha256 } from '../platform/crypto/tokens.js';
import { databaseTime } from '../platform/database/database-time.js';
import { type RunQuery } from '../platform/database/run-query.js';
import { findSealedFile } from '../signatures/documents/sealed-file.queries.js';
import { certificateHashes, CHECK_LIMITS, checkFile } from './check-file.js';
import { type DocumentFacts, type UnreadableReason } from './domain/document-facts.js';
import { judge, type Judgement } from './domain/statements.js';
import { comesFromTests, organizationsOf } from './known-organizations.js';

/** A file that this service sealed. */
export interface KnownFile {
  organization: string;
  sealedAt: Date;
  signers: number;
  /** Whether that organization is for tests. */
  isTest: boolean;
  /** Which of several documents of one request it is; null for the only one, and for a certificate. */
  partOf: { n: number; count: number; others: { n: number; sha256: string }[] } | null;
}

/** Limits on files being received or checked at the same time, and on their bytes, in total and per network. */
const MAX_FILES = { total: 32, perKey: 2, totalBytes: 512 * 1024 * 1024 };
/** Checks that run at the same time, one per network; other files wait. */
const SLOTS = { slots: 2, perTenant: 1 };

/** A file to be checked, which need not be in memory while it waits. */
export interface UncheckedFile {
  sha256: Buffer;
  read(): Promise<Buffer>;
}

/** The arrival of a file stored by the service itself. */
const ARRIVED: Arrival = { bytes: () => 0, isComplete: () => true };
const busy = () => new AppError(503, 'Too many documents are being checked', undefined, undefined, 'busy');

export interface CheckResult {
  /** Lower-case hex. */
  sha256: string;
  sealed: KnownFile | null;
  /** Whether it comes from an organization for tests of this service. */
  isTest: boolean;
  outcome: { facts: DocumentFacts; judgement: Judgement } | { unreadable: UnreadableReason };
}

/** Checks documents for anyone. Neither the file nor the caller is stored. */
@Injectable()
export class DocumentChecks {
  /** The page is public, and each file occupies disk space. */
  readonly admission = new ContestedAdmission(MAX_FILES, 'document checks', busy);
  private readonly slots = new TaskSlots(SLOTS);

  constructor(
    private readonly dataSource: DataSource,
    private readonly keys: OrganizationKeys,
  ) {}

  /** @param hash SHA-256 in lower-case hex */
  async find(hash: string): Promise<KnownFile | null> {
    const found = await findSealedFile(this.query, hash);
    if (!found) return null;
    const { organizationId, sealedAt, signers, n, count, others } = found;
    const { name: organization, isTest } = await getOrganization(this.dataSource.manager, organizationId);
    const partOf = n !== null && count > 1 ? { n, count, others } : null;
    return { organization, sealedAt, signers, isTest, partOf };
  }

  /**
   * Checks a file that this service stores.
   * @param holder - the owner of the file
   * @throws AppError 503 if there is no room
   */
  checkOwn(holder: string, bytes: Buffer): Promise<CheckResult> {
    const file = { sha256: sha256(bytes), read: () => Promise.resolve(bytes) };
    return this.admission.of(ARRIVED).run(holder, () => this.check(holder, file));
  }

  /** Checks a file when it is the network's turn. @throws the signal's reason if it aborts */
  async check(network: string, file: UncheckedFile, signal?: AbortSignal): Promise<CheckResult> {
    const hash = file.sha256.toString('hex');
    const checkInChild = async () => checkFile(await file.read(), undefined, CHECK_LIMITS, signal);
    const checked = await this.slots.run(checkInChild, { tenant: network, signal });
    const sealed = await this.find(hash);
    if (!checked.ok)
      return {
        sha256: hash,
        sealed,
        isTest: sealed?.isTest ?? false,
        outcome: { unreadable: checked.reason },
      };
    const { facts } = checked;
    const isTest = sealed?.isTest ?? (await comesFromTests(this.query, certificateHashes(facts)));
    return { sha256: hash, sealed, isTest, outcome: { facts, judgement: await this.judge(facts) } };
  }

  private async judge(facts: DocumentFacts): Promise<Judgement> {
    const organizations = await organizationsOf(this.query, certificateHashes(facts));
    const configured = this.keys.configuredCertificate();
    if (configured) nameOwner(organizations, facts, sha256(configured).toString('hex'));
    const now = (await databaseTime(this.dataSource.manager)).toISOString();
    return judge(facts, { now, organizations, speaker: 'service' });
  }

  private readonly query: RunQuery = (sql, parameters) => this.dataSource.query(sql, parameters);
}

/** The certificate of SEAL_P12 is in no table. It belongs to the organization named in it. */
function nameOwner(organizations: Map<string, string>, { signatures }: DocumentFacts, hash: string): void {
  const certificates = signatures.flatMap(({ signers }) => signers.map(({ certificate }) => certificate));
  const own = certificates.find((certificate) => certificate.sha256 === hash);
  if (own) organizations.set(hash, own.organization ?? own.name);
}
