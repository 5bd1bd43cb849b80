import { type CompletedDocument, completionFault } from '../../src/pdf/signing/verify-completed-document.js';

/** Whether the service would keep a signed document. */
export const verifyCompletedDocument = async (document: CompletedDocument) =>
  (await completionFault(document)) === null;
