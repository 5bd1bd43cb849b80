/** Tasks that open bytes and report on them, by name. The code of a task is loaded when it first runs. */
export const READING_TASKS = {
  'inspect-document': async () => (await import('../inspection/inspect-document.js')).inspectDocument,
  'read-layout': async () => (await import('../layout/read-layout.js')).readLayout,
  'extract-text': async () => (await import('../layout/extract-text.js')).extractText,
  'clean-signature': async () => (await import('../marks/clean-signature.js')).cleanSignature,
  'verify-completed': async () =>
    (await import('../signing/verify-completed-document.js')).verifyCompletedDocument,
  'verify-archived': async () =>
    (await import('../signing/verify-archived-document.js')).verifyArchivedDocument,
};
