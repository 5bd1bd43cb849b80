import { AppError, notFound, refused } from '../common/errors.js';

export const templateNotFound = () => notFound('Template');
export const templateDocumentNotFound = () => notFound('Document');
export const versionNotFound = () => notFound('Version');
export const requestTemplateNotFound = () => notFound('Template of the signature');
export const templateArchived = () => refused('template_archived', 'The template is archived');
export const templateChanged = (revision: number) =>
  refused(
    'template_changed',
    `The template was changed in the meantime and is now at revision ${revision}. Read it again.`,
  );
export const templateNotPublished = () =>
  refused('template_not_published', 'The template has no published version yet');
export const templateVersionUnknown = (version: number) =>
  refused('template_version_unknown', `The template has no version ${version}`);
export const documentNumber = (n: number, most: number) =>
  refused(
    'template_document_number',
    `The number of the document is ${n}, but must be from 1 to ${most}: documents are numbered without gaps`,
  );
export const fieldsOnDocument = (n: number, keys: readonly string[]) =>
  refused(
    'template_fields_on_document',
    `Document ${n} has fields: ${keys.slice(0, 20).join(', ')}. Move them, or remove them with ?fields=remove.`,
  );
export const textTags = () =>
  refused(
    'document_has_text_tags',
    'The document has text tags such as {{signature:1}}, which templates do not use: upload it without them and place fields',
  );
export const archiveInvalid = (why: string) =>
  refused('template_archive_invalid', `The file is not an exported template: ${why}`);
export const archiveTooLarge = () =>
  new AppError(413, 'The archive unpacks to more than a template may contain', 'template_archive_too_large');
