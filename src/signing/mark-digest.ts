import { canonicalJson } from '../audit-chain/canonical-json.js';
import { sha256 } from '../platform/crypto/tokens.js';
import { type Mark } from '../signatures/signers/signer.entity.js';

/** The audit trail's digest of a mark: SHA-256 of its canonical JSON, lowercase hex. */
export const markSha256Of = (mark: Mark): string => sha256(canonicalJson(mark)).toString('hex');
