import { type DataSource } from 'typeorm';
import { type ChainedEvent } from '../../src/audit-chain/audit-chain.js';
import { Signature } from '../../src/signatures/signature.entity.js';
import { toChainedEvent } from '../../src/signatures/signature-audit.js';
import { SignatureAuditEvent } from '../../src/signatures/signature-audit-event.entity.js';

/** A request's audit events in the form that is hashed. */
export async function trailOf({ manager }: DataSource, signatureId: number): Promise<ChainedEvent[]> {
  const { organizationId } = await manager.findOneByOrFail(Signature, { id: signatureId });
  const where = { organizationId, signatureId };
  const events = await manager.find(SignatureAuditEvent, { where, order: { number: 'ASC' } });
  return events.map(toChainedEvent);
}
