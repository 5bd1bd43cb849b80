/** What makes PDFs, and signs those that were accepted, by the name of the task. Its code is loaded by its first run. */
export const WRITING_TASKS = {
  'typeset-request': async () => (await import('./typeset-request.js')).typesetRequest,
  'sign-document': async () => (await import('./sign-document.js')).signDocument,
  'make-certificate': async () => (await import('./completion-certificate.js')).typesetCertificate,
  'archive-document': async () => (await import('./archive-document.js')).archiveDocument,
};
