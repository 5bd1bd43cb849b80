import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { type Caller, callFacts } from '../../auth/principal.js';
import { type AcceptedDocument } from '../../pdf/document-inspection.js';
import { MEDIA_TYPES } from '../../pdf/media-types.js';
import { PdfService } from '../../pdf/pdf.service.js';
import { type UploadChanges } from '../../pdf/upload-changes.js';
import { OrganizationKeys } from '../../pdf-signatures/organization-keys.js';
import { sha256 } from '../../platform/crypto/tokens.js';
import { Transactions } from '../../platform/database/transactions.js';
import { FileDeletions } from '../../platform/storage/file-deletions.js';
import { FileStore } from '../../platform/storage/file-store.js';
import { type IncomingFile } from '../../platform/storage/incoming-file.js';
import { type FieldPlacement } from '../domain/field-placement.js';
import { MemberActions } from '../internal/member-actions.js';
import { documentRefused } from '../internal/signature.errors.js';
import { getDraft, type RequestKey } from '../live-request.queries.js';
import { Signature } from '../signature.entity.js';
import { SignatureAudit } from '../signature-audit.js';
import { DocumentFields } from './document-fields.js';
import { SignatureDocument } from './signature-document.entity.js';
import { TestMarks } from './test-marks.js';

/** An inspected upload and its stored files: the original, and the PDF that signers read. */
interface StoredUpload {
  document: AcceptedDocument;
  /** Placed by the sender. */
  fields: FieldPlacement[];
  originalKey: string;
  presentedKey: string;
  replacing?: Replacing | undefined;
}

/** What else happens in the transaction that replaces a draft's document. */
interface Replacing {
  before: (tx: EntityManager, draft: Signature) => Promise<unknown>;
  after: (tx: EntityManager, draft: Signature) => Promise<unknown>;
  /** Further members of the event `document_uploaded`. */
  told: Readonly<Record<string, unknown>>;
}

/** Accepts a draft's document. */
@Injectable()
export class DocumentUploadService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly transactions: Transactions,
    private readonly pdf: PdfService,
    private readonly keys: OrganizationKeys,
    private readonly files: FileStore,
    private readonly deletions: FileDeletions,
    private readonly audit: SignatureAudit,
    private readonly documentFields: DocumentFields,
    private readonly marks: TestMarks,
    private readonly actions: MemberActions,
  ) {}

  /** For a check before the body is read; `upload` checks again under lock. @throws AppError 404, 400 `not_a_draft` */
  async assertDraft(key: RequestKey): Promise<void> {
    await getDraft(this.dataSource.manager, key);
  }

  /**
   * Replaces the draft's document and its fields.
   * @throws AppError 400 or 413, with a code for the problem; 404; the signal's reason if it aborts before anything
   * is stored
   */
  async upload(
    caller: Caller,
    id: number,
    { file, fields }: { file: IncomingFile; fields: FieldPlacement[] },
    signal?: AbortSignal,
  ): Promise<Signature> {
    return this.actions.recorded(
      caller,
      () => this.accept(caller, id, { file, fields }, signal),
      uploaded(id),
    );
  }

  /**
   * Replaces the draft's document by an upload that was inspected.
   * @throws AppError 400, 404; whatever `replacing` throws; the signal's reason as `upload`
   */
  replace(
    caller: Caller,
    id: number,
    inspected: { file: IncomingFile; document: AcceptedDocument; replacing: Replacing },
    signal?: AbortSignal,
  ): Promise<Signature> {
    return this.actions.recorded(
      caller,
      () => this.store(caller, id, { ...inspected, fields: [] }, signal),
      uploaded(id),
    );
  }

  /** Changes to the document that the sender must know about, read from the audit trail. */
  async changesOf(key: RequestKey): Promise<UploadChanges> {
    const event = await this.audit.lastOfRequest(this.dataSource.manager, key, 'document_uploaded');
    const { forbidden, removed } = (event?.data ?? {}) as Partial<UploadChanges>;
    return { forbidden: forbidden ?? [], removed: removed ?? [] };
  }

  private async accept(
    caller: Caller,
    id: number,
    { file, fields }: { file: IncomingFile; fields: FieldPlacement[] },
    signal?: AbortSignal,
  ): Promise<Signature> {
    const owner = { tenant: caller.organizationId, signal };
    const inspected = await this.pdf.inspect(file, owner, {
      ownCertificates: (hashes) => this.keys.findOwn(hashes),
    });
    if (!inspected.ok) throw documentRefused(inspected);
    return this.store(caller, id, { document: inspected, file, fields }, signal);
  }

  private async store(
    caller: Caller,
    id: number,
    inspected: {
      document: AcceptedDocument;
      file: IncomingFile;
      fields: FieldPlacement[];
      replacing?: Replacing;
    },
    signal?: AbortSignal,
  ): Promise<Signature> {
    const { file, fields, replacing } = inspected;
    const owner = { tenant: caller.organizationId, signal };
    const pdf = await this.presented(inspected.document, file, owner);
    const document = { ...inspected.document, pdf };
    signal?.throwIfAborted();
    const originalKey = await file.keep();
    const attach = (presentedKey: string) =>
      this.transactions.run((tx) =>
        this.attach(tx, caller, id, { document, fields, originalKey, presentedKey, replacing }),
      );
    return this.files.naming([originalKey], async () => {
      if (!pdf) return attach(originalKey);
      const presentedKey = await this.files.put(caller.organizationId, pdf);
      return this.files.naming([presentedKey], () => attach(presentedKey));
    });
  }

  /** What signers read; null for the upload as it is. A mark would break the signatures that a document carries. */
  private async presented(
    { pdf, layout }: AcceptedDocument,
    file: IncomingFile,
    owner: { tenant: number; signal?: AbortSignal },
  ): Promise<AcceptedDocument['pdf']> {
    if (layout.carriesSignatures) return pdf;
    const read = async () => (pdf ? Buffer.from(pdf) : await file.read());
    return (await this.marks.mark(owner.tenant, read, owner)) ?? pdf;
  }

  private async attach(
    tx: EntityManager,
    caller: Caller,
    id: number,
    upload: StoredUpload,
  ): Promise<Signature> {
    const { organizationId } = caller;
    const draft = await getDraft(tx, { organizationId, signatureId: id }, { lock: true });
    await upload.replacing?.before(tx, draft);
    const earlier = await tx.findBy(SignatureDocument, { signatureId: id, organizationId });
    const { original, presented } = documentRows(draft, upload);
    await tx.upsert(SignatureDocument, [original, presented], ['signatureId', 'kind']);
    await this.documentFields.begin(tx, draft, upload.document.layout, upload.fields);
    const { mimeType, extension } = upload.document;
    await tx.update(
      Signature,
      { id, organizationId },
      {
        documentStatus: 'ready',
        originalDocumentType: mimeType,
        originalDocumentExtension: extension,
        updatedAt: () => 'app_now()',
      },
    );
    const [documentSha256, presentedSha256] = [original, presented].map((row) => row.sha256.toString('hex'));
    const data = {
      documentSha256,
      presentedSha256,
      ...toldChanges(upload.document.changes),
      ...upload.replacing?.told,
      ...callFacts(caller),
    };
    await this.audit.record(tx, { organizationId, signatureId: id, type: 'document_uploaded', data });
    await upload.replacing?.after(tx, draft);
    const replaced = [...new Set(earlier.map(({ storageKey }) => storageKey))];
    await this.deletions.add(tx, organizationId, replaced);
    return tx.findOneByOrFail(Signature, { id, organizationId });
  }
}

const uploaded = (signatureId: number) => () => ({ type: 'document_uploaded' as const, signatureId });

/** Leaves out empty lists. */
function toldChanges({ forbidden, removed }: UploadChanges): Partial<UploadChanges> {
  return { ...(forbidden.length > 0 && { forbidden }), ...(removed.length > 0 && { removed }) };
}

function documentRows(
  { id, organizationId }: Signature,
  { document, originalKey, presentedKey }: StoredUpload,
) {
  const { pages, layout, pdf, sizeBytes } = document;
  const row = { signatureId: id, organizationId, pages };
  const original = {
    ...row,
    kind: 'original' as const,
    storageKey: originalKey,
    mimeType: document.mimeType,
    sha256: Buffer.from(document.sha256, 'hex'),
    sizeBytes,
  };
  const presentedSha256 = pdf ? sha256(pdf) : original.sha256;
  const presented = {
    ...row,
    kind: 'presented' as const,
    storageKey: presentedKey,
    mimeType: MEDIA_TYPES.pdf.mimeType,
    sha256: presentedSha256,
    signedSha256: layout.carriesSignatures ? presentedSha256 : null,
    sizeBytes: pdf ? pdf.length : sizeBytes,
    pageSizes: layout.pageSizes,
  };
  return { original, presented };
}
