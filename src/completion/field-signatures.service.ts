import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { type TaskOwner } from '../platform/child-process/task-slots.js';
import { sha256 } from '../platform/crypto/tokens.js';
import { databaseTime } from '../platform/database/database-time.js';
import { Transactions } from '../platform/database/transactions.js';
import { FileDeletions } from '../platform/storage/file-deletions.service.js';
import { FileStore } from '../platform/storage/file-store.service.js';
import { say } from '../platform/templates/phrases.js';
import { OPEN_STATUSES } from '../signatures/domain/signature.state.js';
import { mostSignatures } from '../pdf/document-field.js';
import { type SignedDocument, type SigningState } from '../pdf/pdf-results.js';
import { PdfService } from '../pdf/pdf.service.js';
import { SignatureAudit } from '../signatures/signature-audit.service.js';
import { findDocument, presentedDocument, replacePdf } from '../signatures/signature-document.queries.js';
import { storeDocument } from '../signatures/stored-document.js';
import { type Signature } from '../signatures/signature.entity.js';
import { findLiveRequest, signersOf } from '../signatures/live-request.queries.js';
import { DocumentSeals } from './document-seals.service.js';
import { SignaturePapers } from '../signatures/signature-papers.service.js';
import { type Signer } from '../signatures/signer.entity.js';
import { recordFieldSignature } from '../signatures/signer.queries.js';

/** The document with the signatures so far; `storageKey` is null before it is prepared for them. */
interface Working extends SigningState {
  storageKey: string | null;
}

/**
 * Adds signers' own signatures to the document, one incremental update each, in the order in which they signed. Each is
 * committed before the next begins, so that a run that was interrupted continues with the right one.
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

  /** Adds the signatures that the document lacks. @throws Error if a step fails */
  async advance(signature: Signature, signal?: AbortSignal): Promise<SigningState> {
    const owner = { tenant: signature.organizationId, signal };
    for (;;) {
      const signers = await signersOf(this.dataSource.manager, signature);
      const working = await this.read(signature, signers);
      const due = signers
        .filter(({ status, fieldName }) => status === 'signed' && fieldName === null)
        .sort((a, b) => a.signedAt!.getTime() - b.signedAt!.getTime() || a.id - b.id)
        .at(0);
      if (working.storageKey !== null && !due) return working;
      if (working.storageKey === null) await this.prepare(signature, signers, working, owner);
      else await this.signFor(signature, { signers, due: due! }, working, owner);
    }
  }

  private async prepare(
    signature: Signature,
    signers: Signer[],
    working: Working,
    owner: TaskOwner,
  ): Promise<void> {
    const details = await this.papers.stamps(this.dataSource.manager, signature, signers);
    await this.keep(signature, working, await this.pdf.prepare(working.original, details, owner));
  }

  private async signFor(
    signature: Signature,
    { signers, due }: { signers: Signer[]; due: Signer },
    working: Working,
    owner: TaskOwner,
  ): Promise<void> {
    const { organizationId } = signature;
    const details = await this.papers.stamps(this.dataSource.manager, signature, signers);
    const signer = signers.indexOf(due);
    const certified = { name: due.verifiedName, email: due.email };
    const most = mostSignatures(details, signer);
    const credentials = await this.seals.signerCredentials(organizationId, certified, most);
    const signing = {
      signer,
      name: due.verifiedName ?? due.name ?? due.email,
      reason: say(this.papers.book(signature), 'reasons.signed'),
      at: (await databaseTime(this.dataSource.manager)).toISOString(),
    };
    const signed = await this.pdf.sign(working, details, signing, credentials, owner);
    await this.keep(signature, working, signed, due);
  }

  /** Commits one step, unless another run has taken it meanwhile. @throws Error if the request has ended */
  private async keep(
    { id: signatureId, organizationId }: Signature,
    before: Working,
    after: SignedDocument,
    signer?: Signer,
  ): Promise<void> {
    const stored = await storeDocument(this.files, organizationId, after);
    const take = () =>
      this.transactions.run(async (tx) => {
        const wanted = { statuses: OPEN_STATUSES, lock: true };
        const request = await findLiveRequest(tx, { organizationId, signatureId }, wanted);
        if (!request) throw new Error(`request ${signatureId} has ended`);
        const present = await findDocument(tx, request, 'working');
        if ((present?.storageKey ?? null) !== before.storageKey) return false;
        await replacePdf(tx, request, 'working', stored);
        if (before.storageKey !== null) await this.deletions.add(tx, organizationId, [before.storageKey]);
        if (signer) await this.markInDocument(tx, signer, after);
        return true;
      });
    await this.files.naming([stored.storageKey], take, (isKept) => isKept);
  }

  private async markInDocument(tx: EntityManager, signer: Signer, after: SignedDocument): Promise<void> {
    const { id, organizationId, signatureId } = signer;
    const { fieldName, certificate } = after.signatures.at(-1)!;
    const fieldCertificate = Buffer.from(certificate);
    const fieldNumber = after.signatures.length;
    await recordFieldSignature(tx, signer, { fieldName, fieldCertificate, fieldNumber });
    const data = { fieldName, certificateSha256: sha256(fieldCertificate).toString('hex') };
    await this.audit.record(tx, {
      organizationId,
      signatureId,
      signerId: id,
      type: 'certificate_signed',
      data,
    });
  }

  private async read(signature: Signature, signers: Signer[]): Promise<Working> {
    const { manager } = this.dataSource;
    const presented = await presentedDocument(manager, signature);
    const original = await this.files.get(presented.storageKey);
    const working = await findDocument(manager, signature, 'working');
    const signatures = signers
      .filter(({ fieldName }) => fieldName !== null)
      .sort((a, b) => a.fieldNumber! - b.fieldNumber!)
      .map(({ fieldName, fieldCertificate }) => ({
        fieldName: fieldName!,
        certificate: fieldCertificate!,
      }));
    const { pages } = working ?? presented;
    const pdf = working ? await this.files.get(working.storageKey) : original;
    return { original, pdf, pages, signatures, storageKey: working?.storageKey ?? null };
  }
}
