import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { EVIDENCE_FILE_NAME } from '../../audit-chain/evidence-document.js';
import { type Caller, callFacts } from '../../auth/principal.js';
import { plainFileName } from '../../common/plain-line.js';
import { type ZipEntry, zipName } from '../../common/zip-stream.js';
import { PdfService } from '../../pdf/pdf.service.js';
import { sha256 } from '../../platform/crypto/tokens.js';
import { Transactions } from '../../platform/database/transactions.js';
import { Downloads, type OpenAnswer } from '../../platform/storage/downloads.js';
import { FileStore } from '../../platform/storage/file-store.js';
import { MemberActions } from '../internal/member-actions.js';
import { documentNotFound, documentRemoved } from '../internal/signature.errors.js';
import { getLiveRequest, getShownRequest } from '../live-request.queries.js';
import { type Signature } from '../signature.entity.js';
import { SignatureAudit } from '../signature-audit.js';
import { documentsInOrder, type StoredFile } from './request-documents.queries.js';

const CERTIFICATE = 'certificate.pdf';
const MANIFEST = 'manifest.json';
/** In UTF-16 code units: what every file system takes, with the number and the ending. */
const MAX_BASE = 80;

/** A sealed document in an archive. */
interface ArchivedDocument {
  n: number;
  name: string;
  /** In the archive. */
  file: string;
  presented: StoredFile;
  signed: StoredFile;
}

/** All sealed documents of a completed request, with what proves that they belong together. */
@Injectable()
export class DocumentArchives {
  constructor(
    private readonly dataSource: DataSource,
    private readonly transactions: Transactions,
    private readonly files: FileStore,
    private readonly pdf: PdfService,
    private readonly downloads: Downloads,
    private readonly audit: SignatureAudit,
    private readonly actions: MemberActions,
  ) {}

  /**
   * Finds the files of an archive to be sent as `answer`, and records the download. Each is loaded when it is its turn.
   * @throws AppError 404 before the request is completed, and once its documents were removed; 429 or 503 if there are
   * too many downloads
   */
  async load(caller: Caller, signatureId: number, answer: OpenAnswer): Promise<AsyncIterable<ZipEntry>> {
    const { organizationId } = caller;
    const request = await this.find(caller, signatureId);
    const documents = await this.documentsOf(request);
    const { certificate } = (await documentsInOrder(this.dataSource.manager, request))[0]!.files;
    if (!certificate) throw documentNotFound();
    // One file at a time is in memory, and the evidence.
    const sizes = [certificate, ...documents.map(({ signed }) => signed)].map((file) => file.sizeBytes);
    const sizeBytes = Math.max(...sizes) + certificate.sizeBytes;
    return this.downloads.load(answer, { organizationId, sizeBytes }, async () => {
      const evidence = await this.evidenceIn(request, certificate);
      const data = { document: 'archive', ...callFacts(caller) };
      await this.transactions.run(async (tx) => {
        await this.audit.record(tx, { organizationId, signatureId, type: 'downloaded', data });
        const action = { type: 'document_downloaded', signatureId, data: { document: 'archive' } } as const;
        await this.actions.record(tx, caller, action);
      });
      return this.entries(request, documents, certificate, evidence);
    });
  }

  private async evidenceIn(request: Signature, { storageKey }: StoredFile): Promise<Buffer> {
    const owner = { tenant: request.organizationId };
    const evidence = await this.pdf.attachment(() => this.files.get(storageKey), EVIDENCE_FILE_NAME, owner);
    if (!evidence) throw new Error(`the certificate of request ${request.id} has no evidence`);
    return evidence;
  }

  /** Members also get those of a cancelled request that is kept. */
  private async find({ organizationId, apiKeyId }: Caller, signatureId: number): Promise<Signature> {
    const find = apiKeyId === undefined ? getShownRequest : getLiveRequest;
    const request = await find(this.dataSource.manager, { organizationId, signatureId });
    if (request.contentsRemovedAt) throw documentRemoved(request.contentsRemovedAt);
    if (request.status !== 'completed') throw documentNotFound();
    return request;
  }

  private async documentsOf(request: Signature): Promise<ArchivedDocument[]> {
    const documents = await documentsInOrder(this.dataSource.manager, request);
    return documents.map(({ n, name, files: { presented, signed } }) => {
      if (!presented || !signed) throw documentNotFound();
      return { n, name, file: archiveName(n, name), presented, signed };
    });
  }

  private async *entries(
    request: Signature,
    documents: readonly ArchivedDocument[],
    certificate: StoredFile,
    evidence: Buffer,
  ): AsyncGenerator<ZipEntry> {
    const changedAt = certificate.createdAt;
    for (const { file, signed } of documents)
      yield { name: file, bytes: await this.files.get(signed.storageKey), changedAt };
    yield { name: CERTIFICATE, bytes: await this.files.get(certificate.storageKey), changedAt };
    yield { name: EVIDENCE_FILE_NAME, bytes: evidence, changedAt };
    const envelopeId = await this.audit.envelopeId(this.dataSource.manager, request);
    const manifest = {
      ...{ format: 'countersign-manifest', version: 1, requestId: request.id, envelopeId },
      documents: documents.map(({ n, name, file, presented, signed }) => ({
        ...{ n, name, file },
        presentedSha256: presented.sha256.toString('hex'),
        sha256: signed.sha256.toString('hex'),
      })),
      certificate: { file: CERTIFICATE, sha256: certificate.sha256.toString('hex') },
      evidence: { file: EVIDENCE_FILE_NAME, sha256: sha256(evidence).toString('hex') },
    };
    yield { name: MANIFEST, bytes: Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`), changedAt };
  }
}

/** `02 Lease.pdf`: its number sorts it, so equal names differ as well. */
function archiveName(n: number, name: string): string {
  const base = zipName(plainFileName(name).replace(/\.[\p{L}\p{N}]{1,10}$/u, '')).slice(0, MAX_BASE);
  const bare = base.toWellFormed().replace(/[. ]+$/, '');
  return `${String(n).padStart(2, '0')} ${bare === '' ? 'Document' : bare}.pdf`;
}
