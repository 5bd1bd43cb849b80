import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { type Caller, callFacts } from '../../auth/principal.js';
import { notFound } from '../../common/errors.js';
import { Transactions } from '../../platform/database/transactions.js';
import { Downloads, type OpenAnswer } from '../../platform/storage/downloads.js';
import { getLiveRequest, type RequestKey, signersOf } from '../live-request.queries.js';
import { type Signature } from '../signature.entity.js';
import { SignatureAudit } from '../signature-audit.js';
import { type Signer } from '../signers/signer.entity.js';
import { type FormFile, FormFiles } from './form-files.js';

/** A file that was signed. */
export interface Attachment {
  file: FormFile;
  signer: Pick<Signer, 'id' | 'email' | 'name'>;
  signedAt: Date;
}

export interface AttachmentFile {
  bytes: Buffer;
  mimeType: string;
  fileName: string;
}

export const attachmentNotFound = () => notFound('Attachment');

/** The files that signers gave into forms and signed: pictures, stamps and attachments. */
@Injectable()
export class Attachments {
  constructor(
    private readonly dataSource: DataSource,
    private readonly transactions: Transactions,
    private readonly files: FormFiles,
    private readonly downloads: Downloads,
    private readonly audit: SignatureAudit,
  ) {}

  /**
   * Those of a request in the order in which they were given; none for a request without a form.
   * @throws AppError 404 for an unknown request
   */
  async list(key: RequestKey): Promise<Attachment[]> {
    const { manager } = this.dataSource;
    return this.of(manager, await getLiveRequest(manager, key));
  }

  /** The files of a request that was read. */
  async of(manager: EntityManager, request: Signature): Promise<Attachment[]> {
    const files = await this.files.ofRequest(manager, request);
    if (files.length === 0) return [];
    const signers = new Map((await signersOf(manager, request)).map((signer) => [signer.id, signer]));
    return files.flatMap((file): Attachment[] => {
      const { id, email, name, signedAt } = signers.get(file.signerId)!;
      return signedAt === null ? [] : [{ file, signer: { id, email, name }, signedAt }];
    });
  }

  /**
   * Loads a file, to be sent as `answer`, and records that in the audit trail.
   * @throws AppError 404 for an unknown request or file; 429 or 503 if there are too many downloads
   */
  async download(caller: Caller, key: RequestKey, id: number, answer: OpenAnswer): Promise<AttachmentFile> {
    const { manager } = this.dataSource;
    return this.load(caller, await getLiveRequest(manager, key), id, answer);
  }

  /** `download` of a request that was read. @throws AppError as `download` */
  async load(caller: Caller, request: Signature, id: number, answer: OpenAnswer): Promise<AttachmentFile> {
    const { organizationId, id: signatureId } = request;
    const all = await this.of(this.dataSource.manager, request);
    const file = all.find((each) => each.file.id === id)?.file;
    if (!file) throw attachmentNotFound();
    const { type: mimeType, name: fileName, bytes: sizeBytes } = file.reference;
    const loaded = { organizationId, sizeBytes };
    const bytes = await this.downloads.load(answer, loaded, () => this.files.read(file));
    const data = { document: 'attachment', id, ...callFacts(caller) };
    await this.transactions.run((tx) =>
      this.audit.record(tx, { organizationId, signatureId, type: 'downloaded', data }),
    );
    return { bytes, mimeType, fileName };
  }
}
