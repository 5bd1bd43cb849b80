/** Tasks that write PDFs or sign accepted ones, by name. A task's code is loaded when it first runs. */
export const WRITING_TASKS = {
  'typeset-request': async () => (await import('../typesetting/typeset-request.js')).typesetRequest,
  'typeset-certificate': async () =>
    (await import('../certificate/completion-certificate.js')).typesetCertificate,
  'sign-document': async () => (await import('../signing/sign-document.js')).signDocument,
  'draw-entries': async () => (await import('../signing/draw-entries.js')).drawEntries,
  'measure-entries': async () => (await import('../signing/measure-entries.js')).measureEntries,
  'first-page': async () => (await import('../structure/first-page.js')).firstPage,
  'mark-pages': async () => (await import('../signing/mark-pages.js')).markPages,
  'archive-document': async () => (await import('../signing/archive-document.js')).archiveDocument,
};
