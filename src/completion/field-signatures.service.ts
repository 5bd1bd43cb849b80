import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager, In, IsNull } from 'typeorm';
import { sha256 } from '../platform/crypto/tokens.js';
import { databaseTime } from '../platform/database/database-time.js';
import { Transactions } from '../platform/database/transactions.js';
import { FileStore } from '../platform/storage/file-store.service.js';
import { OPEN_STATUSES } from '../signatures/domain/signature.state.js';
import { fieldsOf } from '../signatures/document-fields.service.js';
import { type SignedDocument, type SigningState } from '../pdf/pdf-results.js';
import { PdfService } from '../pdf/pdf.service.js';
import { MEDIA_TYPES } from '../pdf/media-types.js';
import { SignatureAudit } from '../signatures/signature-audit.service.js';
import { SignatureDocument } from '../signatures/signature-document.entity.js';
import { Signature } from '../signatures/signature.entity.js';
import { signersOf } from '../signatures/live-request.queries.js';
import { picturesOf } from '../signatures/signer-pictures.service.js';
import { DocumentSeals } from './document-seals.service.js';
import { stampsOf } from './signature-stamps.js';
import { Signer } from '../signatures/signer.entity.js';

/** The document on its way, and under which key its present state is stored. */
interface Working extends SigningState {
  storageKey: string | null;
}

/**
 * Signers' own signatures in the document, one incremental update each, in the order in which they signed. Each is committed
 * before the next begins, so that whatever comes between goes on at the right one.
 */
@Injectable()
export class FieldSignatures {
  constructor(
    private readonly dataSource: DataSource,
    private readonly transactions: Transactions,
    private readonly pdf: PdfService,
    private readonly seals: DocumentSeals,
    private readonly files: FileStore,
    private readonly audit: SignatureAudit,
  ) {}

  /** Signs for everybody who has signed and is not in the document yet. @throws Error where a step does not come out right */
  async advance(signature: Signature): Promise<SigningState> {
    for (;;) {
      const signers = await signersOf(this.dataSource.manager, signature);
      const working = await this.read(signature, signers);
      const due = signers
        .filter(({ status, fieldName }) => status === 'signed' && fieldName === null)
        .sort((a, b) => a.signedAt!.getTime() - b.signedAt!.getTime() || a.id - b.id)
        .at(0);
      if (working.storageKey !== null && !due) return working;
      if (working.storageKey === null) await this.prepare(signature, signers, working);
      else await this.signFor(signature, signers, due!, working);
    }
  }

  private async prepare(signature: Signature, signers: Signer[], working: Working): Promise<void> {
    const details = await this.stamps(signature, signers);
    await this.keep(signature, working, await this.pdf.prepare(working.original, details));
  }

  private async signFor(
    signature: Signature,
    signers: Signer[],
    due: Signer,
    working: Working,
  ): Promise<void> {
    const { organizationId } = signature;
    const certified = { name: due.verifiedName, email: due.email };
    const credentials = await this.seals.signerCredentials(organizationId, certified);
    const signing = {
      signer: signers.indexOf(due),
      name: due.verifiedName ?? due.name ?? due.email,
      reason: 'Signed the document',
      at: (await databaseTime(this.dataSource.manager)).toISOString(),
    };
    const details = await this.stamps(signature, signers);
    const signed = await this.pdf.sign(working, details, signing, credentials);
    await this.keep(signature, working, signed, due);
  }

  /** Takes one step for good, where nobody else has taken it meanwhile. @throws Error where the request has ended */
  private async keep(
    { id: signatureId, organizationId }: Signature,
    before: Working,
    after: SignedDocument,
    signer?: Signer,
  ): Promise<void> {
    const storageKey = await this.files.put(organizationId, after.pdf);
    const isKept = await this.transactions.run(async (tx) => {
      const lock = { mode: 'pessimistic_write' } as const;
      const open = { id: signatureId, organizationId, status: In(OPEN_STATUSES), deletedAt: IsNull() };
      if (!(await tx.findOne(Signature, { where: open, lock }))) throw new Error('The request has ended');
      const present = await findWorking(tx, organizationId, signatureId);
      if ((present?.storageKey ?? null) !== before.storageKey) return false;
      const row = {
        signatureId,
        organizationId,
        kind: 'working' as const,
        storageKey,
        mimeType: MEDIA_TYPES.pdf.mimeType,
        sha256: sha256(after.pdf),
        sizeBytes: after.pdf.length,
        pages: after.pages,
      };
      await tx.upsert(SignatureDocument, row, ['signatureId', 'kind']);
      if (signer) await this.markInDocument(tx, signer, after);
      return true;
    });
    const outdated = isKept ? before.storageKey : storageKey;
    if (outdated !== null) await this.files.delete(outdated);
  }

  private async markInDocument(tx: EntityManager, signer: Signer, after: SignedDocument): Promise<void> {
    const { id, organizationId, signatureId } = signer;
    const { fieldName, certificate } = after.signatures.at(-1)!;
    const fieldCertificate = Buffer.from(certificate);
    await tx.update(
      Signer,
      { id, organizationId },
      { fieldName, fieldCertificate, fieldNumber: after.signatures.length },
    );
    const data = { fieldName, certificateSha256: sha256(fieldCertificate).toString('hex') };
    await this.audit.record(tx, {
      organizationId,
      signatureId,
      signerId: id,
      type: 'certificate_signed',
      data,
    });
  }

  private async read({ id: signatureId, organizationId }: Signature, signers: Signer[]): Promise<Working> {
    const { manager } = this.dataSource;
    const presented = await manager.findOneByOrFail(SignatureDocument, {
      signatureId,
      organizationId,
      kind: 'presented',
    });
    const original = await this.files.get(presented.storageKey);
    const working = await findWorking(manager, organizationId, signatureId);
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

  private async stamps(signature: Signature, signers: Signer[]) {
    const { manager } = this.dataSource;
    const { id: signatureId, organizationId } = signature;
    const known = { signatureId, organizationId, kind: 'presented' } as const;
    const presented = await manager.findOneByOrFail(SignatureDocument, known);
    const pictures = await picturesOf(this.files, signers);
    return stampsOf(signature, { signers, pictures }, presented, await fieldsOf(manager, signature));
  }
}

function findWorking(
  manager: EntityManager,
  organizationId: number,
  signatureId: number,
): Promise<SignatureDocument | null> {
  return manager.findOneBy(SignatureDocument, { organizationId, signatureId, kind: 'working' });
}
