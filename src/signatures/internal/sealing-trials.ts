import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { findBrand } from '../../brands/brand.queries.js';
import { AppError } from '../../common/errors.js';
import { emailKey } from '../../common/validation/email.decorator.js';
import { type FormDefinition } from '../../forms/form-definition.js';
import { organizationName } from '../../organizations/organization.queries.js';
import { refusal, type RefusedDocument } from '../../pdf/document-inspection.js';
import { NO_ORIGIN } from '../../pdf/form-origin.js';
import { largestMark } from '../../pdf/largest-mark.js';
import { PdfService } from '../../pdf/pdf.service.js';
import { type StampDetails } from '../../pdf/signature-stamp.js';
import { FileStore } from '../../platform/storage/file-store.js';
import { type DocumentField, isForEveryone, onDocument } from '../documents/document-field.entity.js';
import { fieldsOf, signerFor } from '../documents/document-fields.js';
import { type PaperFacts } from '../documents/internal/paper-words.js';
import { type DraftToSend } from '../documents/internal/typeset-documents.js';
import {
  documentsInOrder,
  markCarrying,
  type RequestDocument,
  type StoredFile,
} from '../documents/request-documents.queries.js';
import { type SignatureDocument } from '../documents/signature-document.entity.js';
import { SignaturePapers } from '../documents/signature-papers.js';
import { type NewSigner } from '../domain/send-details.js';
import { OWN_SIGNATURE_TYPES } from '../domain/signature.state.js';
import { type DrawnForm } from '../form/domain/drawn-form.js';
import { placesOf } from '../form/domain/form-places.js';
import { FormMeasures } from '../form/form-measures.js';
import { type RequestForm, RequestForms } from '../form/request-forms.js';
import { type PreparedRequest } from '../prepared-requests.js';
import { type Signature } from '../signature.entity.js';
import { stampsOf } from '../signature-stamps.js';
import { documentChanged, documentNotFound, documentRefused } from './signature.errors.js';

/** The input of a trial. */
export interface TriedDocuments {
  /** Of each document, in order. */
  storageKeys: string[];
  fieldIds: number[];
  /** When the draft was last changed, if it has a form. */
  changedAt: number | null;
}

/** A draft's documents in order, and the fields on them. */
export interface DraftDocuments {
  documents: (RequestDocument & { presented: StoredFile })[];
  fields: DocumentField[];
}

/** A field, whose signer is found by address or number. */
type ExpectedField = Omit<DocumentField, 'id' | 'organizationId' | 'signatureId'>;

/** Seals a draft's document on trial before sending, to ensure that it can be completed. */
@Injectable()
export class SealingTrials {
  constructor(
    private readonly dataSource: DataSource,
    private readonly pdf: PdfService,
    private readonly files: FileStore,
    private readonly papers: SignaturePapers,
    private readonly forms: RequestForms,
    private readonly measures: FormMeasures,
  ) {}

  /** Call it outside any transaction: it can take seconds. @throws AppError 400 with the code of an inspection; 404 */
  async tryDraft(toSend: DraftToSend): Promise<TriedDocuments> {
    const { manager } = this.dataSource;
    const { draft, organizationName: name, locale } = toSend;
    const read = await readDraft(manager, draft);
    const form = await this.forms.of(manager, draft);
    const facts = await this.papers.facts(manager, { ...draft, locale }, name);
    for (const document of read.documents)
      // A document typeset by this service has no fields and only our own structure.
      if (document.presented.pageSizes !== null)
        await this.tryDocument(toSend, document, onDocument(read.fields, document.n), { form, facts });
    return toTried(draft, read);
  }

  private async tryDocument(
    { draft, details }: DraftToSend,
    document: DraftDocuments['documents'][number],
    fields: DocumentField[],
    { form, facts }: { form: RequestForm | null; facts: PaperFacts },
  ): Promise<void> {
    const { manager } = this.dataSource;
    const drawn = form && wholeForm(form);
    let { presented } = document;
    for (;;) {
      const paper = { name: document.name, presented, fields, form: drawn };
      const stamps = expectedStamps(draft, details.signers, paper, facts);
      const found = stamps && (await this.trySealing(draft, presented, stamps));
      if (!found) return;
      if (found !== 'signed before') {
        const refused = await this.refusalFor(found, draft.organizationId, form?.definition, facts);
        throw document.n === 1 ? refused : inDocument(document.n, refused);
      }
      await markCarrying(manager, draft, document, presented);
      presented = { ...presented, signedSha256: presented.sha256 };
    }
  }

  /**
   * The same for what no draft has yet, with stand-ins for its signers.
   * @throws AppError 400 with the code of an inspection
   */
  async tryPrepared(organizationId: number, { type, document, form, roles }: PreparedRequest): Promise<void> {
    const { manager } = this.dataSource;
    const name = await organizationName(manager, organizationId);
    const { locale } = await findBrand(manager, organizationId);
    const facts = await this.papers.factsBefore(manager, { organizationId, senderName: name, locale }, name);
    const signers = roles.map(({ key, order }) => ({
      ...{ email: `${key}@example.com`, name: null, order, locale: null },
    }));
    const draft = { type, organizationId };
    const fields = placesOf(form).map(({ role, box, ...place }) => ({
      ...{ ...place, document: 1, box, tagBox: null, value: null, signerId: null, signerNumber: null },
      signerEmail: role === null ? null : `${role}@example.com`,
    }));
    const { storageKey, sha256 } = document.presented;
    const presented = { storageKey, sha256, signedSha256: document.carriesSignatures ? sha256 : null };
    const drawn = wholeForm({ definition: form, origin: NO_ORIGIN });
    const paper = { name: document.name, presented, fields, form: drawn };
    const stamps = expectedStamps(draft, signers, paper, facts);
    const found = stamps && (await this.trySealing(draft, presented, stamps));
    if (!found) return;
    if (found === 'signed before') throw documentRefused(refusal('document_signed_unextendable'));
    throw await this.refusalFor(found, organizationId, form, facts);
  }

  /** What is too long for its place, if that is why the trial failed; otherwise what the trial found. */
  private async refusalFor(
    found: RefusedDocument,
    organizationId: number,
    form: FormDefinition | undefined,
    { book }: PaperFacts,
  ): Promise<AppError> {
    if (form && found.code === 'document_unsealable')
      await this.measures.assertSendersFit(organizationId, form, book.locale, { values: false });
    return documentRefused(found);
  }

  /**
   * Reads the documents and their fields again, since any may have been replaced after the trial. The caller holds the
   * draft's row lock.
   * @throws AppError 400 `document_changed`
   */
  async readUnchanged(tx: EntityManager, draft: Signature, tried: TriedDocuments): Promise<DraftDocuments> {
    const present = await readDraft(tx, draft);
    if (JSON.stringify(toTried(draft, present)) !== JSON.stringify(tried)) throw documentChanged();
    return present;
  }

  /** A draft's documents and their fields. @throws AppError 404 without a document */
  read(manager: EntityManager, draft: Signature): Promise<DraftDocuments> {
    return readDraft(manager, draft);
  }

  private trySealing(
    { type, organizationId }: Pick<Signature, 'type' | 'organizationId'>,
    document: Pick<SignatureDocument, 'storageKey'>,
    stamps: StampDetails,
  ) {
    const signing = OWN_SIGNATURE_TYPES.includes(type) ? 'own signatures' : 'seal only';
    const readPdf = () => this.files.get(document.storageKey);
    return this.pdf.trySealing(readPdf, stamps, signing, { tenant: organizationId });
  }
}

async function readDraft(manager: EntityManager, draft: Signature): Promise<DraftDocuments> {
  const documents = (await documentsInOrder(manager, draft)).map(({ files, ...document }) => {
    if (!files.presented) throw documentNotFound();
    return { ...document, presented: files.presented };
  });
  return { documents, fields: await fieldsOf(manager, draft) };
}

const toTried = ({ updatedAt }: Signature, { documents, fields }: DraftDocuments): TriedDocuments => ({
  storageKeys: documents.map(({ presented }) => presented.storageKey),
  fieldIds: fields.map(({ id }) => id),
  changedAt: fields.some(({ fieldKey }) => fieldKey !== null) ? updatedAt.getTime() : null,
});

/** The refusal of a document after the first, whose message begins with its number. */
const inDocument = (n: number, { statusCode, message, code, details }: AppError): AppError =>
  new AppError(statusCode, `Document ${n}: ${message}`, code, details);

/** All of a form, with the sender's values: whatever signers fill in, one of its fields may be shown. */
function wholeForm({ definition, origin }: Pick<RequestForm, 'definition' | 'origin'>): DrawnForm {
  const fields = definition.fields.map((field) => {
    const value = 'value' in field ? (field.value ?? null) : null;
    const result = { key: field.key, isShown: true, isDropped: false, faults: [], value };
    return [field.key, { field, result }] as const;
  });
  return { fields: new Map(fields), origin, pictures: new Map() };
}

/** A document and the fields on it. */
interface ExpectedPaper {
  name: string;
  presented: Pick<SignatureDocument, 'sha256' | 'signedSha256'>;
  fields: readonly ExpectedField[];
  form: DrawnForm | null;
}

/** What the document will show, with the largest possible marks; null if a field has no signer, which is refused elsewhere. */
function expectedStamps(
  draft: Pick<Signature, 'type'>,
  given: readonly NewSigner[],
  { fields, ...paper }: ExpectedPaper,
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
  if (placed.some((field) => field.signerId === null && !isForEveryone(field))) return null;
  const stamped = { signers, pictures: new Map<string, Buffer>() };
  return stampsOf(draft, stamped, { ...paper, fields: placed }, facts);
}
