import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { PdfService } from '../../pdf/pdf.service.js';
import { type CleanedSignature } from '../../pdf/pdf-results.js';
import { type TaskOwner } from '../../platform/child-process/task-slots.js';
import { sha256 } from '../../platform/crypto/tokens.js';
import { type DomainEvent } from '../../platform/events/domain-events.js';
import { EventBus } from '../../platform/events/event-bus.js';
import { FileDeletions } from '../../platform/storage/file-deletions.js';
import { FileStore } from '../../platform/storage/file-store.js';
import { type Signature } from '../signature.entity.js';
import { SignerPicture } from './internal/signer-picture.entity.js';
import { type Mark, type Signer, type SignerKey } from './signer.entity.js';
import { takeUnusedPictures } from './signer.queries.js';

export { type CleanedSignature };
export type UploadedMark = Extract<Mark, { kind: 'uploaded' }>;

/** An uploaded picture, with the hash of the browser that sent it, or null if the emailed code guards it. */
export interface UploadedPicture {
  mark: UploadedMark;
  browserHash: Buffer | null;
}

/** Signers' uploaded signature pictures: cleaned, stored encrypted, one per signer. */
@Injectable()
export class SignerPictures implements OnModuleInit {
  constructor(
    private readonly pdf: PdfService,
    private readonly files: FileStore,
    private readonly deletions: FileDeletions,
    private readonly events: EventBus,
  ) {}

  onModuleInit(): void {
    this.events.listen((tx, event) => this.handle(tx, event));
  }

  /** A new address may belong to someone else. */
  private async handle(tx: EntityManager, { type, organizationId, data }: DomainEvent): Promise<void> {
    if (type === 'signer.email_changed') await this.forget(tx, { id: data.id, organizationId });
  }

  /** Call it outside any transaction: it takes a second or more. */
  clean(bytes: Buffer, owner: TaskOwner): Promise<CleanedSignature> {
    return this.pdf.cleanSignature(bytes, owner);
  }

  /**
   * Stores a cleaned picture and runs `work`, which attaches it. Deletes the file again if it does not.
   * @param work returns whether it did
   */
  async store(
    organizationId: number,
    png: Uint8Array,
    work: (storageKey: string) => Promise<boolean>,
  ): Promise<void> {
    const storageKey = await this.files.put(organizationId, Buffer.from(png));
    await this.files.naming(
      [storageKey],
      () => work(storageKey),
      (isAttached) => isAttached,
    );
  }

  /** Sets the signer's picture. The replaced file is deleted after the commit. */
  async attach(
    tx: EntityManager,
    { id: signerId, organizationId }: SignerKey,
    picture: Pick<SignerPicture, 'storageKey' | 'width' | 'height' | 'browserHash'> & { png: Uint8Array },
  ): Promise<void> {
    const earlier = await tx.findOneBy(SignerPicture, { signerId, organizationId });
    const { png, ...stored } = picture;
    const digest = sha256(Buffer.from(png));
    const row = { signerId, organizationId, sha256: digest, ...stored };
    await tx.upsert(SignerPicture, row, ['signerId']);
    if (earlier) await this.deletions.add(tx, organizationId, [earlier.storageKey]);
  }

  async find(
    manager: EntityManager,
    { id: signerId, organizationId }: SignerKey,
  ): Promise<UploadedPicture | null> {
    const row = await manager.findOneBy(SignerPicture, { signerId, organizationId });
    if (!row) return null;
    const { storageKey, sha256: digest, width, height, browserHash } = row;
    return {
      mark: { kind: 'uploaded', storageKey, sha256: digest.toString('hex'), width, height },
      browserHash,
    };
  }

  /** Removes the signer's picture, and its file after the commit. */
  async forget(tx: EntityManager, { id: signerId, organizationId }: SignerKey): Promise<void> {
    const picture = await tx.findOneBy(SignerPicture, { signerId, organizationId });
    if (!picture) return;
    await tx.delete(SignerPicture, { signerId, organizationId });
    await this.deletions.add(tx, organizationId, [picture.storageKey]);
  }

  /** Removes the pictures of signers who did not sign, once the request has ended. */
  async forgetUnsigned(tx: EntityManager, request: Pick<Signature, 'id' | 'organizationId'>): Promise<void> {
    await this.deletions.add(tx, request.organizationId, await takeUnusedPictures(tx, request));
  }

  /** @throws Error if the file is missing or has changed since signing */
  read(mark: UploadedMark): Promise<Buffer> {
    return readPicture(this.files, mark);
  }
}

/** The pictures used in signatures, by storage key. @throws Error if one is missing or was changed */
export async function picturesOf(files: FileStore, signers: Signer[]): Promise<ReadonlyMap<string, Buffer>> {
  const pictures = new Map<string, Buffer>();
  for (const { mark } of signers) {
    if (mark?.kind === 'uploaded') pictures.set(mark.storageKey, await readPicture(files, mark));
  }
  return pictures;
}

async function readPicture(
  files: FileStore,
  { storageKey, sha256: expected }: UploadedMark,
): Promise<Buffer> {
  const png = await files.get(storageKey);
  if (sha256(png).toString('hex') !== expected) throw new Error('the picture was changed');
  return png;
}
