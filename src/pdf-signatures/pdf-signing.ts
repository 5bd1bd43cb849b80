/** What other rooms' child processes may do with signatures in a PDF; the keys stay with the parent. */
export {
  addField,
  emptyField,
  type FieldBox,
  fieldNames,
  setAppearance,
  UNSEEN,
} from './pades/form-field.js';
export { type PdfSignature, readSignatures } from './pades/read-signatures.js';
export { archiveSignatures } from './pades/archive-signatures.js';
export { type DetachedSigner, signField } from './pades/sign-field.js';
export { type ValidationMaterial } from './validation-material.js';
