import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { entriesSha256, signingsIn } from '../audit-chain/shown-entries.js';
import { sha256 } from '../platform/crypto/tokens.js';
import { fieldsOf } from '../signatures/document-fields.service.js';
import { type DocumentField } from '../signatures/document-field.entity.js';
import { SignatureAudit } from '../signatures/signature-audit.service.js';
import { type SignatureAuditEvent } from '../signatures/signature-audit-event.entity.js';
import { type Signature } from '../signatures/signature.entity.js';
import { type Signer } from '../signatures/signer.entity.js';
import { type EarlierSigner } from './domain/earlier-signer.js';
import { markSha256Of } from './mark-digest.js';

/** Reads what stands in a document by the hand of others. */
@Injectable()
export class EarlierSigners {
  constructor(private readonly audit: SignatureAudit) {}

  /**
   * Those who have signed, in the order of the request's signers. A signer who has signed gets what stood there then, and
   * what they left themselves: never what others entered later.
   */
  async of(
    manager: EntityManager,
    signature: Signature,
    signer: Signer,
    signers: readonly Signer[],
  ): Promise<EarlierSigner[]> {
    const signed = signers.filter(({ status }) => status === 'signed');
    if (signed.length === 0) return [];
    const signings = signingsIn(await this.audit.signings(manager, signature));
    const until = signings.get(signer.id)?.number ?? Infinity;
    const fields = await fieldsOf(manager, signature);
    return signed
      .filter(({ id }) => (signings.get(id)?.number ?? 0) <= until)
      .map((each) => entriesOf(each, fields, signings.get(each.id)));
  }
}

function entriesOf(
  signer: Signer,
  all: readonly DocumentField[],
  signing: SignatureAuditEvent | undefined,
): EarlierSigner {
  const fields = all
    .filter(({ signerId }) => signerId === signer.id)
    .sort((a, b) => a.page - b.page || a.id - b.id);
  const salt = signing?.data.salt;
  const entered = fields.flatMap(({ id, value }) =>
    value === null ? [] : [{ id, sha256: sha256(value).toString('hex') }],
  );
  const digest = entriesSha256({
    signerId: signer.id,
    salt: typeof salt === 'string' ? salt : '',
    name: signer.name,
    markSha256: markSha256Of(signer.mark!),
    witnessName: signer.witnessName,
    fields: entered,
  });
  return { signer, fields, entriesSha256: digest };
}
