import { payloadTooLarge, refused } from '../../../common/errors.js';
import { MAX_DOCUMENTS, MAX_TOTAL_BYTES, MAX_TOTAL_FIELDS, MAX_TOTAL_PAGES } from '../domain/document-set.js';

export const useDocument = () =>
  refused(
    'use_document',
    'The first document has operations of its own: use /document instead of /documents/1',
  );
/** @param wanted - the number in the path @param next - the lowest that is free */
export const documentGap = (wanted: number, next: number) =>
  refused(
    'document_n_gap',
    next === 1
      ? `There is no document 1 yet: upload it as /document before document ${wanted}`
      : `The next document is number ${next}, so there cannot be a document ${wanted} yet`,
  );
export const tooManyDocuments = (wanted: number) =>
  refused(
    'too_many_documents',
    `A request has at most ${MAX_DOCUMENTS} documents, so there cannot be a document ${wanted}`,
  );
/** @param pages - of all documents together @param bytes - of the PDFs that signers would read */
export const documentsTooLarge = (pages: number, bytes: number) =>
  payloadTooLarge(
    `The documents of a request have at most ${MAX_TOTAL_PAGES} pages and ${MAX_TOTAL_BYTES / 1024 / 1024} MB together, but these would have ${pages} pages and ${(bytes / 1024 / 1024).toFixed(1)} MB`,
    'documents_too_large',
  );
export const tooManyFields = (count: number) =>
  refused(
    'too_many_fields',
    `The documents of a request have at most ${MAX_TOTAL_FIELDS} fields together, but these would have ${count}`,
  );
