/** Tasks that open bytes and report on them, by name. A task's code is loaded when it first runs. */
export const READING_TASKS = {
  'inspect-document': async () => (await import('../inspection/inspect-document.js')).inspectDocument,
  'try-sealing': async () => (await import('../signing/try-sealing.js')).trySealing,
  'import-form': async () => (await import('../acroform/rewrite-form.js')).rewriteForm,
  'extract-text': async () => (await import('../layout/extract-text.js')).extractText,
  'read-attachment': async () => (await import('../read-attachment.js')).readAttachment,
  'clean-signature': async () => (await import('../marks/clean-signature.js')).cleanSignature,
  'clean-picture': async () => (await import('../marks/clean-picture.js')).cleanPicture,
  'verify-completed': async () => (await import('../signing/verify-completed-document.js')).completionFault,
  'verify-archived': async () =>
    (await import('../signing/verify-archived-document.js')).verifyArchivedDocument,
};
