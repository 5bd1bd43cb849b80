/** Signatures over a digest, made and checked: CMS as PDFs hold it. */
export { signDetached } from './cms/signed-data.js';
export { verifyDetached } from './cms/verify-detached.js';
