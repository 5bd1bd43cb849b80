/** What opens bytes to say something of them, by the name of the task. Its code is loaded by its first run. */
export const READING_TASKS = {
  'inspect-document': async () => (await import('./inspect-document.js')).inspectDocument,
  'read-layout': async () => (await import('./read-layout.js')).readLayout,
  'extract-text': async () => (await import('./extract-text.js')).extractText,
  'clean-signature': async () => (await import('./clean-signature.js')).cleanSignature,
  'check-completed': async () => (await import('./check-completed.js')).checkCompleted,
  'check-archived': async () => (await import('./check-archived.js')).checkArchived,
};
