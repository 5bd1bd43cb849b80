import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type EntityManager, type FindOperator, In, Not } from 'typeorm';
import { type FileReference, filesIn, type FormValue } from '../../forms/form-definition.js';
import { SecretBox } from '../../platform/crypto/secret-box.js';
import { sha256 } from '../../platform/crypto/tokens.js';
import { type DomainEvent } from '../../platform/events/domain-events.js';
import { EventBus } from '../../platform/events/event-bus.js';
import { FileDeletions } from '../../platform/storage/file-deletions.js';
import { FileStore } from '../../platform/storage/file-store.js';
import { type Signature } from '../signature.entity.js';
import { type Signer } from '../signers/signer.entity.js';
import { type SettledForm } from './domain/settled-form.js';
import { FormFileRow } from './internal/form-file.entity.js';
import { takeUnsignedFiles } from './internal/form-files.queries.js';

type Request = Pick<Signature, 'organizationId' | 'id'>;
/** Whose files they are. */
export type FileOwner = Pick<Signer, 'organizationId' | 'signatureId' | 'id'>;

/** A file of a signer. */
export interface FormFile extends Pick<
  FormFileRow,
  | 'id'
  | 'organizationId'
  | 'signatureId'
  | 'signerId'
  | 'fieldKey'
  | 'storageKey'
  | 'browserHash'
  | 'createdAt'
> {
  /** As it is signed. */
  reference: FileReference & { name: string };
}

/** A file to keep, whose bytes are stored. */
export interface NewFormFile extends Pick<FormFileRow, 'fieldKey' | 'storageKey' | 'browserHash'> {
  reference: FormFile['reference'];
}

/** The files that signers give into fields of forms: stored encrypted, and removed unless they are signed. */
@Injectable()
export class FormFiles implements OnModuleInit {
  constructor(
    private readonly files: FileStore,
    private readonly deletions: FileDeletions,
    private readonly events: EventBus,
    private readonly secretBox: SecretBox,
  ) {}

  onModuleInit(): void {
    this.events.listen((tx, event) => this.handle(tx, event));
  }

  /** A new address may belong to someone else. */
  private async handle(tx: EntityManager, { type, organizationId, data }: DomainEvent): Promise<void> {
    if (type === 'signer.email_changed') await this.take(tx, { organizationId, signerId: data.id });
  }

  /**
   * Stores bytes and runs `work`, which keeps the file. Deletes it again if it does not.
   * @param work returns whether it did
   */
  async store(
    organizationId: number,
    bytes: Buffer,
    work: (storageKey: string) => Promise<boolean>,
  ): Promise<void> {
    const storageKey = await this.files.put(organizationId, bytes);
    await this.files.naming(
      [storageKey],
      () => work(storageKey),
      (isKept) => isKept,
    );
  }

  /** Keeps a file of a signer. The caller holds the lock on the signer's row. */
  async keep(tx: EntityManager, owner: FileOwner, { reference, ...file }: NewFormFile): Promise<void> {
    const { organizationId, signatureId, id: signerId } = owner;
    const { name, type, bytes: sizeBytes, sha256: digest } = reference;
    await tx.insert(FormFileRow, {
      ...{ organizationId, signatureId, signerId, type, sizeBytes, ...file },
      nameSealed: this.secretBox.seal(Buffer.from(name), nameContext(signatureId, file.storageKey)),
      sha256: Buffer.from(digest, 'hex'),
    });
  }

  /** The files of a signer, in the order in which they were given. */
  ofSigner(
    manager: EntityManager,
    { organizationId, signatureId, id: signerId }: FileOwner,
  ): Promise<FormFile[]> {
    return this.find(manager, { organizationId, signatureId, signerId });
  }

  /** The files of a request, in the order in which they were given. */
  ofRequest(manager: EntityManager, { organizationId, id: signatureId }: Request): Promise<FormFile[]> {
    return this.find(manager, { organizationId, signatureId });
  }

  /** Removes files of a signer, and their bytes after the commit. */
  async remove(
    tx: EntityManager,
    { organizationId, id: signerId }: FileOwner,
    ids: readonly number[],
  ): Promise<void> {
    if (ids.length > 0) await this.take(tx, { organizationId, signerId, id: In([...ids]) });
  }

  /** Removes all files of a signer but these. */
  async keepOnly(
    tx: EntityManager,
    { organizationId, id: signerId }: FileOwner,
    ids: readonly number[],
  ): Promise<void> {
    await this.take(tx, { organizationId, signerId, ...(ids.length > 0 && { id: Not(In([...ids])) }) });
  }

  /** Removes all files of a signer but those to which the values refer. */
  async keepSigned(
    tx: EntityManager,
    owner: FileOwner,
    values: ReadonlyMap<string, FormValue>,
  ): Promise<void> {
    const isSigned = ({ fieldKey, reference }: FormFile) =>
      filesIn(values.get(fieldKey) ?? null).some(({ sha256: signed }) => signed === reference.sha256);
    const all = await this.ofSigner(tx, owner);
    await this.keepOnly(
      tx,
      owner,
      all.filter(isSigned).map(({ id }) => id),
    );
  }

  /** Removes the files of those who did not sign, once the request has ended. */
  async forgetUnsigned(tx: EntityManager, request: Request): Promise<void> {
    await this.deletions.add(tx, request.organizationId, await takeUnsignedFiles(tx, request));
  }

  /** @throws Error if the file is missing or was changed */
  async read({ storageKey, reference }: Pick<FormFile, 'storageKey' | 'reference'>): Promise<Buffer> {
    const bytes = await this.files.get(storageKey);
    if (sha256(bytes).toString('hex') !== reference.sha256) throw new Error('a file of a signer was changed');
    return bytes;
  }

  /**
   * The pictures that a form draws, by the SHA-256 of the file.
   * @throws Error if one is missing or was changed
   */
  async pictures(
    manager: EntityManager,
    request: Request,
    { definition, results }: SettledForm,
  ): Promise<Map<string, Buffer>> {
    const drawn = definition.fields.flatMap(({ key, kind }): [string, string][] => {
      const value = kind === 'image' || kind === 'stamp' ? results.get(key)!.value : null;
      return value === null ? [] : [[key, (value as FileReference).sha256]];
    });
    const pictures = new Map<string, Buffer>();
    if (drawn.length === 0) return pictures;
    const all = await this.ofRequest(manager, request);
    for (const [key, digest] of drawn) {
      const file = all.find(({ fieldKey, reference }) => fieldKey === key && reference.sha256 === digest);
      if (!file) throw new Error(`the picture of the field ${key} is missing`);
      pictures.set(digest, await this.read(file));
    }
    return pictures;
  }

  private async find(
    manager: EntityManager,
    where: Pick<FormFileRow, 'organizationId' | 'signatureId'> & { signerId?: number },
  ): Promise<FormFile[]> {
    const rows = await manager.find(FormFileRow, { where, order: { id: 'ASC' } });
    return rows.map((row) => this.open(row));
  }

  private open({ nameSealed, type, sizeBytes: bytes, sha256: digest, ...row }: FormFileRow): FormFile {
    const name = this.secretBox.open(nameSealed, nameContext(row.signatureId, row.storageKey)).toString();
    return { ...row, reference: { sha256: digest.toString('hex'), bytes, type, name } };
  }

  private async take(
    tx: EntityManager,
    where: { organizationId: number; signerId: number; id?: FindOperator<number> },
  ): Promise<void> {
    const rows = await tx.find(FormFileRow, { where, select: { id: true, storageKey: true } });
    if (rows.length === 0) return;
    const { organizationId } = where;
    await tx.delete(FormFileRow, { organizationId, id: In(rows.map(({ id }) => id)) });
    await this.deletions.add(
      tx,
      organizationId,
      rows.map(({ storageKey }) => storageKey),
    );
  }
}

export const nameContext = (signatureId: number, storageKey: string) =>
  `form-file-name:${signatureId}:${storageKey}`;
