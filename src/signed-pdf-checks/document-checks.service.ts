import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Admission } from '../common/admission.js';
import { AppError } from '../common/errors.js';
import { TaskSlots } from '../platform/child-process/task-slots.js';
import { sha256 } from '../platform/crypto/tokens.js';
import { databaseTime } from '../platform/database/database-time.js';
import { OrganizationKeys } from '../pdf-signatures/organization-keys.service.js';
import { certificateHashes, checkFile, type UnreadableReason } from './check-file.js';
import { type DocumentFacts } from './domain/document-facts.js';
import { type Judgement, judge } from './domain/statements.js';
import { findSealedFile, organizationsOf, type RunQuery, type SealedFile } from './installation.queries.js';

/** Files received or checked at once, of all addresses and of one. */
const MAX_FILES = { total: 12, perKey: 2 };
/** Checks running at once; the other files wait. */
const MAX_CHECKS = 2;

export interface CheckResult {
  /** Lower-case hex. */
  sha256: string;
  sealed: SealedFile | null;
  outcome: { facts: DocumentFacts; judgement: Judgement } | { unreadable: UnreadableReason };
}

/** Checks of documents by anybody: nothing of a file is kept, nor who asked. */
@Injectable()
export class DocumentChecks {
  /** The page is open to everybody, and each file is held in memory. */
  private readonly admission = new Admission(MAX_FILES);
  private readonly slots = new TaskSlots(MAX_CHECKS);

  constructor(
    private readonly dataSource: DataSource,
    private readonly keys: OrganizationKeys,
  ) {}

  /** @param hash SHA-256 in lower-case hex */
  find(hash: string): Promise<SealedFile | null> {
    return findSealedFile(this.query, hash);
  }

  /** `body` is read once there is room for it. @throws AppError 503 where there is none */
  check(address: string, body: () => Promise<Buffer>): Promise<CheckResult> {
    const work = async (): Promise<CheckResult> => {
      const bytes = await body();
      const hash = sha256(bytes).toString('hex');
      const checked = await this.slots.run(() => checkFile(bytes));
      const sealed = await this.find(hash);
      if (!checked.ok) return { sha256: hash, sealed, outcome: { unreadable: checked.reason } };
      const { facts } = checked;
      return { sha256: hash, sealed, outcome: { facts, judgement: await this.judge(facts) } };
    };
    return this.admission.run(address, work, () => {
      throw new AppError(503, 'Too many documents are being checked');
    });
  }

  private async judge(facts: DocumentFacts): Promise<Judgement> {
    const now = await databaseTime(this.dataSource.manager);
    const organizations = await organizationsOf(this.query, certificateHashes(facts));
    const given = await this.keys.givenCertificate();
    if (given) nameOwner(organizations, facts, sha256(given).toString('hex'));
    return judge(facts, { now: now.toISOString(), organizations, speaker: 'service' });
  }

  private readonly query: RunQuery = (sql, parameters) => this.dataSource.query(sql, parameters);
}

/** A certificate that was given to seal with belongs to whom it names. */
function nameOwner(organizations: Map<string, string>, { signatures }: DocumentFacts, hash: string): void {
  const certificates = signatures.flatMap(({ signers }) => signers.map(({ certificate }) => certificate));
  const own = certificates.find((certificate) => certificate.sha256 === hash);
  if (own) organizations.set(hash, own.organization ?? own.name);
}
