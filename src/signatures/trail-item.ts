import { type ChainedEvent } from '../audit-chain/audit-chain.js';
import { toChainedEvent } from './signature-audit.js';
import { type SignatureAuditEvent } from './signature-audit-event.entity.js';

/** An event of a trail in JSON. */
export interface TrailItem {
  [fact: string]: unknown;
  type: string;
  createdAt: string;
  signerId?: number;
  number: number;
  previous: string | null;
  hash: string;
  erasedIn?: ChainedEvent['erasedIn'];
}

/** The event's facts alongside its place in the chain; all other members are the hashed `data`. */
export function toTrailItem(event: SignatureAuditEvent): TrailItem {
  const { type, createdAt, signerId, data, number, previous, hash, erasedIn } = toChainedEvent(event);
  const signer = signerId === null ? {} : { signerId };
  return {
    ...data,
    type,
    createdAt,
    ...signer,
    number,
    previous,
    hash,
    ...(erasedIn === undefined ? {} : { erasedIn }),
  };
}
