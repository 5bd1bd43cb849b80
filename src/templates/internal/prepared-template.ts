import { type FormDefinition } from '../../forms/form-definition.js';
import { type PreparedDocument, type PreparedRequest } from '../../signatures/prepared-requests.js';
import { type DocumentFacts, formOf, type TemplateDefinition } from '../domain/template-content.js';
import { type TemplateDocument } from '../template.entity.js';

export const toFacts = (row: TemplateDocument): DocumentFacts => ({
  n: row.n,
  name: row.name,
  sha256: row.presentedSha256.toString('hex'),
  originalSha256: row.originalSha256.toString('hex'),
  pages: row.pages,
});

/**
 * A template as a request to be made, with its first document: publishing refuses others.
 * @param form - with the sender's values; by default without further ones
 */
export function toPrepared(
  definition: TemplateDefinition,
  documents: readonly TemplateDocument[],
  form: FormDefinition = formOf(definition),
): PreparedRequest {
  const [document] = documents;
  if (!document) throw new Error('a template without a document was to be sent');
  return {
    type: definition.options.type,
    document: toPreparedDocument(document),
    form,
    roles: definition.roles
      .filter(({ action }) => action === 'sign')
      .map(({ key, order }) => ({ key, order })),
  };
}

const toPreparedDocument = (row: TemplateDocument): PreparedDocument => ({
  name: row.name,
  extension: row.extension,
  pages: row.pages,
  pageSizes: row.pageSizes,
  carriesSignatures: row.carriesSignatures,
  isRedrawn: row.isRedrawn ?? false,
  original: {
    storageKey: row.originalKey,
    mimeType: row.mimeType,
    sha256: row.originalSha256,
    sizeBytes: row.originalBytes,
  },
  presented: { storageKey: row.presentedKey, sha256: row.presentedSha256, sizeBytes: row.presentedBytes },
});
