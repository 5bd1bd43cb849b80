import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { callFacts, type Principal } from '../auth/principal.js';
import { Transactions } from '../platform/database/transactions.js';
import { type CancelledSignatureDto } from './http/dto/signature-response.dto.js';
import { SignatureAnnouncer } from './signature-announcer.service.js';
import { SignatureAudit } from './signature-audit.service.js';
import { Signature } from './signature.entity.js';
import { notYours, signatureNotFound } from './signature.errors.js';
import { SignerLinks } from './signer-links.service.js';
import { SignerPictures } from './signer-pictures.service.js';

/** Cancels a request in any state: its status stays, its links die, and every other path to it is 404. */
@Injectable()
export class CancellingService {
  constructor(
    private readonly transactions: Transactions,
    private readonly announcer: SignatureAnnouncer,
    private readonly audit: SignatureAudit,
    private readonly links: SignerLinks,
    private readonly pictures: SignerPictures,
  ) {}

  /** Answers the same however often it is called. @throws AppError 403 for another organization's, 404 for none */
  async cancel(caller: Principal, id: number): Promise<CancelledSignatureDto> {
    return this.transactions.run(async (tx) => {
      const signature = await this.lockOwn(tx, caller.organizationId, id);
      const deletedAt = signature.deletedAt ?? (await this.softDelete(tx, signature, caller));
      return { id, status: signature.status, deletedAt: deletedAt.toISOString() };
    });
  }

  /** The one place that tells 'another's' from 'none', as the contract says of cancelling. */
  private async lockOwn(tx: EntityManager, organizationId: number, id: number): Promise<Signature> {
    const lock = { mode: 'pessimistic_write' } as const;
    const own = await tx.findOne(Signature, { where: { id, organizationId }, lock });
    if (own) return own;
    throw (await tx.existsBy(Signature, { id })) ? notYours() : signatureNotFound();
  }

  private async softDelete(tx: EntityManager, signature: Signature, caller: Principal): Promise<Date> {
    const { id, organizationId } = signature;
    await tx.update(
      Signature,
      { id, organizationId },
      { deletedAt: () => 'app_now()', updatedAt: () => 'app_now()' },
    );
    await this.pictures.forgetUnsigned(tx, signature);
    await this.links.voidOfSignature(tx, organizationId, id, 'cancelled');
    await this.audit.record(tx, {
      organizationId,
      signatureId: id,
      type: 'cancelled',
      data: callFacts(caller),
    });
    await this.announcer.announce(tx, 'signature.cancelled', signature);
    return (await tx.findOneByOrFail(Signature, { id, organizationId })).deletedAt!;
  }
}
