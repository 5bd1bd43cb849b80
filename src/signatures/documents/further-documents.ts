import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager, MoreThan } from 'typeorm';
import { type Caller, callFacts } from '../../auth/principal.js';
import { type ShownSize } from '../../pdf/document-field.js';
import { Transactions } from '../../platform/database/transactions.js';
import { DataFormat } from '../../platform/processes/data-format.js';
import { FileDeletions } from '../../platform/storage/file-deletions.js';
import { type IncomingFile } from '../../platform/storage/incoming-file.js';
import { type FieldPlacement } from '../domain/field-placement.js';
import { MemberActions } from '../internal/member-actions.js';
import { documentNotFound } from '../internal/signature.errors.js';
import { getDraft, getLiveRequest, type RequestKey } from '../live-request.queries.js';
import { Signature } from '../signature.entity.js';
import { SignatureAudit } from '../signature-audit.js';
import { DocumentField, isPlain, onDocument } from './document-field.entity.js';
import { DocumentFields, fieldsOf } from './document-fields.js';
import { DocumentIntake, type TakenDocument } from './document-intake.js';
import { fileRows, toldChanges } from './document-upload.service.js';
import { distinctName, MAX_DOCUMENTS } from './domain/document-set.js';
import { FurtherDocument, FurtherDocumentFile } from './further-document.entity.js';
import { documentGap, tooManyDocuments, useDocument } from './internal/document.errors.js';
import { assertTogether } from './internal/document-totals.js';
import {
  documentsInOrder,
  type DocumentWithFiles,
  furtherDocuments,
  hasSeveral,
  removeFurther,
  type RequestDocument,
} from './request-documents.queries.js';
import { carriesSignatures } from './signature-document.entity.js';
import { touchDraft } from './touch-draft.js';

/** The version of the data format that knows requests with several documents. */
export const SEVERAL_DOCUMENTS_VERSION = 4;

/** An upload, and what was sent with it. */
export interface FurtherUpload {
  file: IncomingFile;
  /** Null to call it by its number. */
  name: string | null;
  fields: FieldPlacement[];
}

/** One of the documents of a draft, as it is prepared. */
export interface DraftDocument extends Pick<RequestDocument, 'n' | 'id' | 'name'> {
  /** Those of no form, text tags included. */
  fields: DocumentField[];
  /** The displayed size of each page, in points; null for a document that was typeset here. */
  pageSizes: ShownSize[] | null;
  /** Whether the document carries signatures, so only fields for signatures and initials can be placed. */
  carriesSignatures: boolean;
}

/** The documents of a draft after its first. */
@Injectable()
export class FurtherDocuments {
  constructor(
    private readonly dataSource: DataSource,
    private readonly transactions: Transactions,
    private readonly intake: DocumentIntake,
    private readonly deletions: FileDeletions,
    private readonly audit: SignatureAudit,
    private readonly fields: DocumentFields,
    private readonly actions: MemberActions,
    private readonly format: DataFormat,
  ) {}

  /** To be called before `tx` locks anything. @throws AppError 400 `processes_outdated` */
  async prepare(tx: EntityManager, { organizationId, signatureId: id }: RequestKey): Promise<void> {
    if (await hasSeveral(tx, { organizationId, id })) await this.requireUnderstood(tx);
  }

  /** All documents that were uploaded, the first included, in order. @throws AppError 404 */
  async list(key: RequestKey): Promise<{ documents: DocumentWithFiles[]; isCompleted: boolean }> {
    const { manager } = this.dataSource;
    const request = await getLiveRequest(manager, key);
    const documents = (await documentsInOrder(manager, request)).filter(({ files }) => files.presented);
    return { documents, isCompleted: request.status === 'completed' };
  }

  /** All documents of a draft that were uploaded, with their fields, in order. @throws AppError 400 `not_a_draft`; 404 */
  async ofDraft(key: RequestKey): Promise<DraftDocument[]> {
    const { manager } = this.dataSource;
    const draft = await getDraft(manager, key);
    const fields = (await fieldsOf(manager, draft)).filter(isPlain);
    return (await documentsInOrder(manager, draft)).flatMap(({ n, id, name, files: { presented } }) =>
      presented
        ? {
            ...{ n, id, name, fields: onDocument(fields, n), pageSizes: presented.pageSizes },
            carriesSignatures: carriesSignatures(presented),
          }
        : [],
    );
  }

  /** For what the first document has operations of its own for. @throws AppError 404; 400 `use_document` */
  async assertFurther(key: RequestKey, n: number): Promise<void> {
    await getLiveRequest(this.dataSource.manager, key);
    if (n === 1) throw useDocument();
  }

  /**
   * For a check before the body is read; `put` checks again under lock.
   * @throws AppError 404; 400 `not_a_draft`, `use_document`, `document_n_gap`, `too_many_documents`
   */
  async assertRoom(key: RequestKey, n: number): Promise<void> {
    const { manager } = this.dataSource;
    assertNext(await documentsInOrder(manager, await getDraft(manager, key)), n);
  }

  /**
   * Adds a document to a draft, or replaces it with its fields.
   * @param n - its number, which is an existing one or the next; null for the next
   * @returns the document as it is now
   * @throws AppError 400 or 413, with a code for the problem; 404; the signal's reason if it aborts before anything is
   * stored
   */
  async put(
    caller: Caller,
    { signatureId, n }: { signatureId: number; n: number | null },
    { file, name, fields }: FurtherUpload,
    signal?: AbortSignal,
  ): Promise<DocumentWithFiles> {
    return this.actions.recorded(
      caller,
      () =>
        this.intake.take(caller.organizationId, file, signal, (taken) =>
          this.transactions.run(async (tx) => {
            await this.requireUnderstood(tx);
            return this.attach(tx, caller, { signatureId, n }, { taken, name, fields });
          }),
        ),
      () => ({ type: 'document_uploaded', signatureId }),
    );
  }

  /**
   * Gives a document another name, with a number if another document has it.
   * @throws AppError 400 `not_a_draft`, `use_document`; 404
   */
  async rename(
    caller: Caller,
    { signatureId, n }: { signatureId: number; n: number },
    name: string,
  ): Promise<DocumentWithFiles> {
    const { organizationId } = caller;
    return this.transactions.run(async (tx) => {
      const draft = await getDraft(tx, { organizationId, signatureId }, { lock: true });
      const documents = await documentsInOrder(tx, draft);
      const document = furtherAt(documents, n);
      const others = documents.filter((each) => each.n !== n).map((each) => each.name);
      const given = distinctName(name, others);
      await tx.update(FurtherDocument, { organizationId, signatureId, id: document.id }, { name: given });
      await touchDraft(tx, draft);
      return { ...document, name: given };
    });
  }

  /**
   * Removes a document of a draft with its fields; those behind it move up.
   * @param id - of the document that is meant, if not whatever has this number now
   * @returns the documents that are left
   * @throws AppError 400 `not_a_draft`, `use_document`; 404
   */
  async remove(
    caller: Caller,
    { signatureId, n, id: meant }: { signatureId: number; n: number; id?: number },
  ): Promise<DocumentWithFiles[]> {
    const { organizationId } = caller;
    const work = async (tx: EntityManager) => {
      const draft = await getDraft(tx, { organizationId, signatureId }, { lock: true });
      const documents = await documentsInOrder(tx, draft);
      const { id, files } = furtherAt(documents, n);
      if (meant !== undefined && id !== meant) throw documentNotFound();
      const keys = new Set(Object.values(files).map(({ storageKey }) => storageKey));
      await tx.delete(DocumentField, { organizationId, signatureId, document: n });
      const behind = { organizationId, signatureId, document: MoreThan(n) };
      await tx.update(DocumentField, behind, { document: () => 'document - 1' });
      await removeFurther(tx, draft, { id, position: n });
      await touchDraft(tx, draft);
      const data = { n, ...callFacts(caller) };
      await this.audit.record(tx, { organizationId, signatureId, type: 'document_removed', data });
      await this.deletions.add(tx, organizationId, [...keys]);
      return (await documentsInOrder(tx, draft)).filter((each) => each.files.presented);
    };
    return this.actions.recorded(
      caller,
      () => this.transactions.run(work),
      () => ({ type: 'document_removed', signatureId }),
    );
  }

  private requireUnderstood(tx: EntityManager): Promise<void> {
    return this.format.requireUnderstood(tx, SEVERAL_DOCUMENTS_VERSION);
  }

  private async attach(
    tx: EntityManager,
    caller: Caller,
    { signatureId, n: given }: { signatureId: number; n: number | null },
    { taken, name, fields }: { taken: TakenDocument; name: string | null; fields: FieldPlacement[] },
  ): Promise<DocumentWithFiles> {
    const { organizationId } = caller;
    const draft = await getDraft(tx, { organizationId, signatureId }, { lock: true });
    const documents = await documentsInOrder(tx, draft);
    const n = given ?? documents.length + 1;
    assertNext(documents, n);
    assertTogether(documents, n, { pages: taken.pages, bytes: taken.presented.sizeBytes });
    const earlier = documents.find((each) => each.n === n);
    const others = documents.filter((each) => each.n !== n).map((each) => each.name);
    const wanted = name ?? earlier?.name ?? `Document ${n}.${taken.extension}`;
    const row = { name: distinctName(wanted, others), extension: taken.extension };
    const id = await this.keepRow(tx, draft, n, earlier?.id ?? null, row);
    const key = { organizationId, signatureId, documentId: id };
    const rows = fileRows(taken);
    await tx.delete(FurtherDocumentFile, key);
    await tx.insert(FurtherDocumentFile, [
      { ...key, ...rows.original, kind: 'original' },
      { ...key, ...rows.presented, kind: 'presented' },
    ]);
    await this.fields.begin(tx, draft, taken.layout, fields, n);
    await touchDraft(tx, draft);
    const data = {
      n,
      documentSha256: taken.original.sha256.toString('hex'),
      presentedSha256: taken.presented.sha256.toString('hex'),
      ...toldChanges(taken.changes),
      ...callFacts(caller),
    };
    await this.audit.record(tx, { organizationId, signatureId, type: 'document_uploaded', data });
    const replaced = Object.values(earlier?.files ?? {}).map(({ storageKey }) => storageKey);
    await this.deletions.add(tx, organizationId, [...new Set(replaced)]);
    return (await documentsInOrder(tx, draft)).find((each) => each.n === n)!;
  }

  private async keepRow(
    tx: EntityManager,
    { organizationId, id: signatureId }: Signature,
    position: number,
    id: number | null,
    given: Pick<FurtherDocument, 'name' | 'extension'>,
  ): Promise<number> {
    const key = { organizationId, signatureId };
    if (id === null) await tx.insert(FurtherDocument, { ...key, position, ...given });
    else await tx.update(FurtherDocument, { ...key, id }, given);
    const rows = await furtherDocuments(tx, { organizationId, id: signatureId });
    return rows.find((row) => row.position === position)!.id;
  }
}

/** Whether a request with that many documents may have another. */
export const hasRoomFor = (documents: number): boolean => documents < MAX_DOCUMENTS;

/** @throws AppError 400 `use_document`, `document_n_gap`, `too_many_documents` */
function assertNext(documents: readonly DocumentWithFiles[], n: number): void {
  if (n === 1) throw useDocument();
  if (n > MAX_DOCUMENTS) throw tooManyDocuments(n);
  const next = documents[0]?.files.presented ? documents.length + 1 : 1;
  if (n > next || next === 1) throw documentGap(n, next);
}

/** @throws AppError 400 `use_document`; 404 */
function furtherAt(documents: readonly DocumentWithFiles[], n: number): DocumentWithFiles & { id: number } {
  if (n === 1) throw useDocument();
  const found = documents.find((each) => each.n === n);
  if (!found || found.id === null) throw documentNotFound();
  return { ...found, id: found.id };
}
