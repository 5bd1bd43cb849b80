import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { emailKey } from '../common/validation/email.decorator.js';
import { largestMark } from '../pdf/largest-mark.js';
import { PdfService } from '../pdf/pdf.service.js';
import { type StampDetails } from '../pdf/signature-stamp.js';
import { FileStore } from '../platform/storage/file-store.service.js';
import { type PaperFacts, paperLocale } from './paper-words.js';
import { type DocumentField } from './document-field.entity.js';
import { fieldsOf, signerFor } from './document-fields.service.js';
import { type NewSigner } from './domain/send-details.js';
import { OWN_SIGNATURE_TYPES } from './domain/signature.state.js';
import { getDraft, type RequestKey } from './live-request.queries.js';
import { type SignatureDocument } from './signature-document.entity.js';
import { findDocument, markSigned } from './signature-document.queries.js';
import { type Signature } from './signature.entity.js';
import { documentChanged, documentNotFound, documentRefused } from './signature.errors.js';
import { SignaturePapers } from './signature-papers.service.js';
import { stampsOf } from './signature-stamps.js';

/** What a trial was made with. */
export interface TriedDocument {
  storageKey: string;
  fieldIds: number[];
}

/** Seals a draft's document on trial before it is sent, so that what everyone signs can be completed. */
@Injectable()
export class SealingTrials {
  constructor(
    private readonly dataSource: DataSource,
    private readonly pdf: PdfService,
    private readonly files: FileStore,
    private readonly papers: SignaturePapers,
  ) {}

  /** Call it outside any transaction: it may take seconds. @throws AppError 400 with the code of an inspection; 404 */
  async tryDraft(key: RequestKey, signers: readonly NewSigner[]): Promise<TriedDocument> {
    const { manager } = this.dataSource;
    const draft = await getDraft(manager, key);
    const { document, fields, tried } = await read(manager, draft);
    // What this service typeset itself has no fields, and no structure but our own.
    if (document.pageSizes === null) return tried;
    const locale = await paperLocale(manager, key.organizationId, signers);
    const facts = await this.papers.facts(manager, { ...draft, locale });
    const details = expectedStamps(draft, signers, { document, fields }, facts);
    if (!details) return tried;
    const signing = OWN_SIGNATURE_TYPES.includes(draft.type) ? 'own signatures' : 'seal only';
    const readPdf = () => this.files.get(document.storageKey);
    const found = await this.pdf.trySealing(readPdf, details, signing, { tenant: key.organizationId });
    if (found === 'signed before') {
      await markSigned(manager, draft, document);
      return this.tryDraft(key, signers);
    }
    if (found) throw documentRefused(found);
    return tried;
  }

  /** Whether the draft still has the document and the fields of the trial. @throws AppError 400 `document_changed` */
  async assertUnchanged(tx: EntityManager, draft: Signature, tried: TriedDocument): Promise<void> {
    const present = (await read(tx, draft)).tried;
    if (JSON.stringify(present) === JSON.stringify(tried)) return;
    throw documentChanged();
  }
}

async function read(
  manager: EntityManager,
  draft: Signature,
): Promise<{ document: SignatureDocument; fields: DocumentField[]; tried: TriedDocument }> {
  const document = await findDocument(manager, draft, 'presented');
  if (!document) throw documentNotFound();
  const fields = await fieldsOf(manager, draft);
  const tried = { storageKey: document.storageKey, fieldIds: fields.map(({ id }) => id) };
  return { document, fields, tried };
}

/** What the document will show, with the largest mark of every signer; null if a field has no signer, which is refused elsewhere. */
function expectedStamps(
  draft: Signature,
  given: readonly NewSigner[],
  { document, fields }: { document: SignatureDocument; fields: readonly DocumentField[] },
  facts: PaperFacts,
): StampDetails | null {
  const mark = largestMark();
  const signers = given.map(({ email, name }, id) => ({
    ...{ id, email, name, emailKey: emailKey(email) },
    signedAt: new Date(0),
    mark,
    witnessName: null,
  }));
  const placed = fields.map((field) => ({ ...field, signerId: signerFor(field, signers)?.id ?? null }));
  if (placed.some(({ signerId }) => signerId === null)) return null;
  const stamped = { signers, pictures: new Map<string, Buffer>() };
  return stampsOf(draft, stamped, { presented: document, fields: placed }, facts);
}
