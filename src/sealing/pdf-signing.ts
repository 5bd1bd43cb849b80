/** What other rooms' child processes may do with signatures in a PDF; the keys stay with the parent. */
export { readSignatures } from './pades/read-signatures.js';
export { type DetachedSigner, signField } from './pades/sign-field.js';
export { addSignatureField, UNSEEN } from './pades/signature-field.js';
