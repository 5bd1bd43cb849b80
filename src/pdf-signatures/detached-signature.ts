/** Signatures over a digest, made and checked: CMS as PDFs hold it. */
export { signDetached } from './cms/signed-data.js';
export { verifyDetached } from './cms/verify-detached.js';
export { type ExaminedMessage, examineMessage, type Uncheckable } from './cms/examine-message.js';
