import { type EntityManager } from 'typeorm';
import { type SignatureAudit } from '../signatures/signature-audit.service.js';
import { type Signer } from '../signatures/signer.entity.js';

/** The first attempt and two more; then the sender is told. */
export const MAX_VERIFICATIONS = 3;

/**
 * The ids of the checks started since the signer has had the current address, oldest first. What came before may have been
 * another person, even at the same address: signers hand over, and are handed back to under another name.
 */
export async function verificationsOf(
  audit: SignatureAudit,
  manager: EntityManager,
  signer: Signer,
): Promise<number[]> {
  const started = await audit.sinceAddress(manager, signer, 'identity_started');
  return started.map(({ data }) => Number(data.verificationId));
}
