import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { entriesSha256, signingsIn } from '../audit-chain/shown-entries.js';
import { sha256 } from '../platform/crypto/tokens.js';
import { fieldsOf } from '../signatures/documents/document-fields.js';
import { SignatureAudit } from '../signatures/signature-audit.js';
import { type EarlierSigner, type SigningContext } from './domain/signing-context.js';
import { markSha256Of } from './mark-digest.js';

/** Reads other signers' entries in a document. */
@Injectable()
export class EarlierSigners {
  constructor(private readonly audit: SignatureAudit) {}

  /**
   * Those who have signed, in the request's order. A signer who has signed sees the entries from that time, including
   * their own, but never later ones.
   */
  async of(
    manager: EntityManager,
    { signature, signer, signers }: Pick<SigningContext, 'signature' | 'signer' | 'signers'>,
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
  signer: EarlierSigner['signer'],
  all: EarlierSigner['fields'],
  signing: { data: Record<string, unknown> } | undefined,
): EarlierSigner {
  const fields = all
    .filter(({ signerId }) => signerId === signer.id)
    .sort((a, b) => a.document - b.document || a.page - b.page || a.id - b.id);
  const { salt, form } = signing?.data ?? {};
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
    ...(form !== undefined && { form }),
  });
  return { signer, fields, entriesSha256: digest };
}
