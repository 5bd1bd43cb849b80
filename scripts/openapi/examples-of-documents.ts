import { type Example } from '../../src/api-reference/domain/api-document.js';

const HASH = '5feceb66ffc86f38d952786c6d696c79c2dbc239dd4e91b46729d73a27fb57e9';

/** Values of members that only documents of requests have. */
export const MEMBERS_OF_DOCUMENTS: Record<string, unknown> = {
  n: 2,
  bytes: 48_213,
  presentedSha256: HASH,
};

const DRAFT = { name: 'Annex.pdf', signedSha256: null };

/** Values that differ in the responses of an operation. */
export const ANSWERS_OF_DOCUMENTS: Record<string, Record<string, unknown>> = {
  requestDocumentsList: { name: 'Annex.pdf', signedSha256: HASH },
  requestDocumentsUpload: DRAFT,
  requestDocumentsRename: DRAFT,
  requestDocumentsRemove: DRAFT,
};

/** Requests that the service accepts. */
export const REQUESTS_OF_DOCUMENTS: Record<string, Record<string, Example>> = {
  requestDocumentsRename: { name: { value: { name: 'Annex.pdf' } } },
  requestDocumentsPlaceFields: {
    signature: {
      summary: 'Where Ada signs the annex',
      value: {
        fields: [
          {
            kind: 'signature',
            signerEmail: 'ada@example.com',
            page: 1,
            x: 60,
            y: 600,
            width: 180,
            height: 60,
          },
        ],
      },
    },
  },
};
