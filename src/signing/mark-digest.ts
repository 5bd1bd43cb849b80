import { canonicalJson } from '../audit-chain/canonical-json.js';
import { sha256 } from '../platform/crypto/tokens.js';
import { type Mark } from '../signatures/signer.entity.js';

/** What the audit trail keeps of a mark: SHA-256 over its canonical JSON, lowercase hex. */
export const markSha256Of = (mark: Mark): string => sha256(canonicalJson(mark)).toString('hex');
