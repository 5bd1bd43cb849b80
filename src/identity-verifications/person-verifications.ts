import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager, IsNull, Not } from 'typeorm';
import { type PersonKey } from '../common/person-key.js';
import { type ZipEntry } from '../common/zip-stream.js';
import { Transactions } from '../platform/database/transactions.js';
import { EventBus } from '../platform/events/event-bus.js';
import { MailTransport } from '../platform/mail/mail-transport.port.js';
import { FileStore } from '../platform/storage/file-store.js';
import { isFinal } from './domain/verification.state.js';
import { type IdentityVerification } from './identity-verification.entity.js';
import { KnownIdentity } from './known-identity.entity.js';
import { LivenessFrame } from './liveness-frame.entity.js';
import { MediaErasure } from './media-erasure.js';
import { eraseVerification, findVerificationsOf } from './person-verification.queries.js';
import { Retention } from './retention.js';
import { SealedFindings } from './sealed-findings.js';
import { VerificationQueries } from './verification.queries.js';
import { VerificationAuditEvent } from './verification-audit-event.entity.js';
import { VerificationJournal } from './verification-journal.js';

/** Columns left out of an export: links are not personal data, and they open the session. */
const SECRETS: ReadonlySet<string> = new Set(['tokenHash', 'tokenSealed', 'returnUrlSealed']);

/** Exports a person's verifications as files of an archive, and erases them. */
@Injectable()
export class PersonVerifications {
  constructor(
    private readonly dataSource: DataSource,
    private readonly transactions: Transactions,
    private readonly queries: VerificationQueries,
    private readonly media: MediaErasure,
    private readonly journal: VerificationJournal,
    private readonly files: FileStore,
    private readonly mails: MailTransport,
    private readonly sealed: SealedFindings,
    private readonly retention: Retention,
    private readonly events: EventBus,
  ) {}

  find(person: PersonKey): Promise<number[]> {
    return findVerificationsOf(this.dataSource.manager, person);
  }

  async isOpen(organizationId: number, id: number): Promise<boolean> {
    const verification = await this.queries.find(this.dataSource.manager, organizationId, id);
    return verification !== null && !isFinal(verification.state);
  }

  /**
   * Erases pictures, mails, names, address and document data; the result and the audit trail stay. Picture files are
   * deleted after the commit. Idempotent.
   * @returns false for a verification that is still open, which is left unchanged
   */
  async erase(organizationId: number, id: number): Promise<boolean> {
    if (await this.isOpen(organizationId, id)) return false;
    await this.media.begin(organizationId, id);
    await this.mails.erase(organizationId, ({ ids }) => ids.verificationId === id);
    await this.transactions.run(async (tx) => {
      const { verification } = (await this.queries.lock(tx, organizationId, id))!;
      await eraseVerification(tx, { organizationId, id });
      await this.journal.audit(tx, verification, 'person_erased');
      await this.events.publish(tx, {
        type: 'identity_verification.person_erased',
        organizationId,
        data: { id },
      });
    });
    return true;
  }

  async *entries(person: PersonKey): AsyncGenerator<ZipEntry> {
    const { organizationId } = person;
    const { manager } = this.dataSource;
    for (const id of await this.find(person)) {
      const verification = await this.queries.find(manager, organizationId, id);
      if (!verification) continue;
      const folder = `verifications/${id}`;
      const entry = (name: string, bytes: Buffer): ZipEntry => ({
        name: `${folder}/${name}`,
        bytes,
        changedAt: verification.updatedAt,
      });
      yield entry('verification.json', await this.facts(manager, verification));
      for (const { name, key } of await this.pictures(manager, verification))
        yield entry(name, await this.files.get(key));
    }
  }

  private async facts(manager: EntityManager, verification: IdentityVerification): Promise<Buffer> {
    const { organizationId, id } = verification;
    const facts = Object.fromEntries(Object.entries(verification).filter(([name]) => !SECRETS.has(name)));
    const where = { organizationId, verificationId: id };
    const trail = await manager.find(VerificationAuditEvent, { where, order: { id: 'ASC' } });
    const events = await this.queries.events(manager, organizationId, id);
    const history = [...events, ...trail].map(({ type, createdAt, ...rest }) => ({
      type,
      createdAt,
      ...('data' in rest ? { data: rest.data } : {}),
    }));
    const report = await this.queries.report(manager, organizationId, id);
    const photos = await this.photos(manager, verification);
    const face = await this.face(manager, verification);
    return Buffer.from(`${JSON.stringify({ ...facts, report, photos, face, history }, null, 2)}\n`);
  }

  /** The data read from each photo of a document. */
  private async photos(
    manager: EntityManager,
    { organizationId, id: verificationId }: IdentityVerification,
  ): Promise<object[]> {
    const images = await this.queries.images(manager, organizationId, verificationId);
    return images.map(({ id, side, attempt, round, analysis, retakeReason, createdAt, findingsSealed }) => {
      const evidence = findingsSealed && this.sealed.openImage(id, findingsSealed);
      const findings = evidence?.findings ?? null;
      const hasPortrait = evidence?.portrait?.found ?? false;
      return { id, side, attempt, round, createdAt, analysis, retakeReason, findings, hasPortrait };
    });
  }

  /** Face measurements are numbers that only this service can compare, so this lists only which exist, and until when. */
  private async face(
    manager: EntityManager,
    { organizationId, id: verificationId, mediaErasedAt }: IdentityVerification,
  ): Promise<object> {
    const of = { organizationId, verificationId };
    const known = await manager.findOneBy(KnownIdentity, of);
    return {
      measuredFrames: await manager.countBy(LivenessFrame, { ...of, observationSealed: Not(IsNull()) }),
      hasDescriptor: (known?.faceSealed ?? null) !== null,
      hasHashOfDocumentNumber: (known?.documentHash ?? null) !== null,
      erasedDaysAfterTheEnd: await this.retention.daysOf(organizationId, manager),
      erasedAt: mediaErasedAt,
    };
  }

  /** Original photos of documents, and frames of the challenge, unless erased. */
  private async pictures(
    manager: EntityManager,
    { organizationId, id: verificationId }: IdentityVerification,
  ): Promise<{ name: string; key: string }[]> {
    const photos = await this.queries.images(manager, organizationId, verificationId);
    const order = { challengeId: 'ASC', number: 'ASC' } as const;
    const frames = await manager.find(LivenessFrame, { where: { organizationId, verificationId }, order });
    const all = [
      ...photos.map(({ id, side, mimeType, storageKey: key }) => ({
        name: `${side}-${id}.${mimeType.split('/')[1]!.replace(/\W/g, '')}`,
        key,
      })),
      ...frames.map(({ challengeId, number, storageKey: key }) => ({
        name: `challenge-${challengeId}-frame-${number}.jpg`,
        key,
      })),
    ];
    return all.filter((picture): picture is { name: string; key: string } => picture.key !== null);
  }
}
