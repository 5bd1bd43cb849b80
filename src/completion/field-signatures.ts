import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { mostSignatures } from '../pdf/document-field.js';
import { PdfService } from '../pdf/pdf.service.js';
import { type SignedDocument, type SigningState } from '../pdf/pdf-results.js';
import { type StampDetails } from '../pdf/signature-stamp.js';
import { type TaskOwner } from '../platform/child-process/task-slots.js';
import { sha256 } from '../platform/crypto/tokens.js';
import { databaseTime } from '../platform/database/database-time.js';
import { Transactions } from '../platform/database/transactions.js';
import { FileDeletions } from '../platform/storage/file-deletions.js';
import { FileStore } from '../platform/storage/file-store.js';
import { translate } from '../platform/templates/phrases.js';
import {
  findFile,
  keepOwnSignature,
  replaceFile,
} from '../signatures/documents/request-documents.queries.js';
import {
  type PaperContents,
  type PaperDocument,
  SignaturePapers,
} from '../signatures/documents/signature-papers.js';
import { storeDocument } from '../signatures/documents/stored-document.js';
import { OPEN_STATUSES } from '../signatures/domain/signature.state.js';
import { findLiveRequest } from '../signatures/live-request.queries.js';
import { type Signature } from '../signatures/signature.entity.js';
import { SignatureAudit } from '../signatures/signature-audit.js';
import { type Signer } from '../signatures/signers/signer.entity.js';
import { DocumentSeals } from './document-seals.js';

/** A document with the signatures so far; `storageKey` is null before it is prepared for them. */
interface Working extends SigningState {
  storageKey: string | null;
}

/** The document to which something is added. */
interface Step {
  signature: Signature;
  document: PaperDocument;
}

/**
 * Adds signers' own signatures to the documents, one incremental update each, in the order in which they signed. Each
 * is committed before the next begins, so that an interrupted run continues with the right one.
 */
@Injectable()
export class FieldSignatures {
  constructor(
    private readonly dataSource: DataSource,
    private readonly transactions: Transactions,
    private readonly pdf: PdfService,
    private readonly seals: DocumentSeals,
    private readonly files: FileStore,
    private readonly deletions: FileDeletions,
    private readonly papers: SignaturePapers,
    private readonly audit: SignatureAudit,
  ) {}

  /** Adds the signatures still missing from a document. @throws Error if a step fails */
  async advance(
    contents: PaperContents,
    document: PaperDocument,
    signal?: AbortSignal,
  ): Promise<SigningState> {
    const { signature, signers } = contents;
    const { stamps, ownSignatures } = document;
    const owner = { tenant: signature.organizationId, signal };
    const due = signers
      .filter(({ status, id }) => status === 'signed' && !ownSignatures.has(id))
      .sort((a, b) => a.signedAt!.getTime() - b.signedAt!.getTime() || a.id - b.id);
    let working: Working | null = await this.read(document);
    const step = { signature, document };
    if (working.storageKey === null)
      working = await this.keep(step, working, await this.pdf.prepare(working.original, stamps, owner));
    for (const signer of due)
      if (working) {
        const signed = await this.signFor(contents, stamps, signer, working, owner);
        working = await this.keep(step, working, signed, signer);
      }
    if (working) return working;
    // Another run has taken a step meanwhile, so what is left to do is read again.
    const present = await this.papers.gather(this.dataSource.manager, signature);
    return this.advance(present, present.documents[document.n - 1]!, signal);
  }

  private async signFor(
    { signature, signers, facts }: PaperContents,
    stamps: StampDetails,
    due: Signer,
    working: Working,
    owner: TaskOwner,
  ): Promise<SignedDocument> {
    const signer = signers.indexOf(due);
    const certified = { name: due.verifiedName, email: due.email };
    const most = mostSignatures(stamps, signer);
    const credentials = await this.seals.signerCredentials(signature.organizationId, certified, most);
    const signing = {
      signer,
      name: due.verifiedName ?? due.name ?? due.email,
      reason: translate(facts.book, 'reasons.signed'),
      at: (await databaseTime(this.dataSource.manager)).toISOString(),
    };
    return this.pdf.sign(working, stamps, signing, credentials, owner);
  }

  /**
   * Commits one step.
   * @returns null if another run did meanwhile, which the row lock decides
   * @throws Error if the request has ended
   */
  private async keep(
    { signature: { id: signatureId, organizationId }, document }: Step,
    before: Working,
    after: SignedDocument,
    signer?: Signer,
  ): Promise<Working | null> {
    const stored = await storeDocument(this.files, organizationId, after);
    const take = () =>
      this.transactions.run(async (tx) => {
        const wanted = { statuses: OPEN_STATUSES, lock: true };
        const request = await findLiveRequest(tx, { organizationId, signatureId }, wanted);
        if (!request) throw new Error(`request ${signatureId} has ended`);
        const present = await findFile(tx, request, document, 'working');
        if ((present?.storageKey ?? null) !== before.storageKey) return false;
        await replaceFile(tx, request, document, 'working', stored);
        if (before.storageKey !== null) await this.deletions.add(tx, organizationId, [before.storageKey]);
        if (signer) await this.markInDocument(tx, document, signer, after);
        return true;
      });
    const isKept = await this.files.naming([stored.storageKey], take, (kept) => kept);
    return isKept ? { ...after, original: before.original, storageKey: stored.storageKey } : null;
  }

  private async markInDocument(
    tx: EntityManager,
    document: PaperDocument,
    signer: Signer,
    after: SignedDocument,
  ): Promise<void> {
    const { id, organizationId, signatureId } = signer;
    const { fieldName, certificate } = after.signatures.at(-1)!;
    const fieldCertificate = Buffer.from(certificate);
    const own = { fieldName, fieldCertificate, fieldNumber: after.signatures.length };
    await keepOwnSignature(tx, document, signer, own);
    const n = document.n === 1 ? {} : { n: document.n };
    const data = { ...n, fieldName, certificateSha256: sha256(fieldCertificate).toString('hex') };
    await this.audit.record(tx, {
      organizationId,
      signatureId,
      signerId: id,
      type: 'certificate_signed',
      data,
    });
  }

  private async read({ presented, working, ownSignatures }: PaperDocument): Promise<Working> {
    const original = await this.files.get(presented.storageKey);
    const signatures = [...ownSignatures.values()]
      .sort((a, b) => a.fieldNumber - b.fieldNumber)
      .map(({ fieldName, fieldCertificate: certificate }) => ({ fieldName, certificate }));
    const { pages } = working ?? presented;
    const pdf = working ? await this.files.get(working.storageKey) : original;
    return { original, pdf, pages, signatures, storageKey: working?.storageKey ?? null };
  }
}
