import { MAX_TEMPLATE_BYTES } from '../../audit-chain/evidence-version-2.js';
import { AppError } from '../../common/errors.js';
import { isShallow } from '../../common/http/body-parsing.js';
import { createValidationPipe } from '../../common/validation/validation.pipe.js';
import { isZip, unzip, ZipBombError, ZipFault } from '../../common/zip-archive.js';
import { MAX_FIELDS } from '../../forms/form-definition.js';
import { MAX_DOCUMENT_BYTES } from '../../pdf/document-limits.js';
import { LONGEST_PDF_NAME } from '../../pdf/form-import.js';
import { areFacts, areNames } from '../domain/archived-import.js';
import { DEFINITION_FILE, originalName } from '../domain/archived-template.js';
import { type DocumentImport, MAX_DOCUMENTS } from '../domain/template-content.js';
import { archiveInvalid, archiveTooLarge } from '../template.errors.js';
import { type GivenArchive } from '../template-archives.js';
import { type ArchivedDocumentDto, ArchivedTemplateDto } from './dto/template-archive.dto.js';
import { toGivenDefinition } from './template-input.js';

/** Bytes of an archive, and of what it unpacks to: two of the largest documents, because all of it is in memory at once. */
export const MAX_ARCHIVE_BYTES = 2 * MAX_DOCUMENT_BYTES;
const LIMITS = { maxFiles: MAX_DOCUMENTS + 1, maxBytes: MAX_ARCHIVE_BYTES, isGapless: true };

const pipe = createValidationPipe();

/**
 * Reads an archive that may be anything. Files are found by the names that an export gives them; a file with another name
 * is refused, so that no path of the archive is ever used.
 * @throws AppError 400 `template_archive_invalid`, or naming what is wrong with the definition; 413
 * `template_archive_too_large`
 */
export async function readArchive(bytes: Buffer): Promise<GivenArchive> {
  const files = await unpacked(bytes);
  const json = files.get(DEFINITION_FILE);
  if (!json) throw archiveInvalid(`${DEFINITION_FILE} is missing`);
  const { name, description = '', extensions, content } = await definitionIn(json);
  const documents = content.documents.map((document, index) => {
    if (document.n !== index + 1 || extensions[index] === undefined)
      throw archiveInvalid('its documents are not numbered from 1, or lack an extension');
    const { n, name: title, originalSha256 } = document;
    const imported = importIn(document, n);
    return { n, name: title, originalSha256, extension: extensions[index], imported };
  });
  const expected = new Set([
    DEFINITION_FILE,
    ...documents.map(({ n, extension }) => originalName(n, extension)),
  ]);
  if ([...files.keys()].some((file) => !expected.has(file)))
    throw archiveInvalid(`it contains files other than ${[...expected].join(', ')}`);
  return { template: { name, description, documents }, definition: toGivenDefinition(content), files };
}

async function unpacked(bytes: Buffer): Promise<Map<string, Buffer>> {
  if (!isZip(bytes)) throw archiveInvalid('it is no ZIP archive');
  try {
    return await unzip(bytes, LIMITS);
  } catch (error) {
    if (error instanceof ZipBombError) throw archiveTooLarge();
    throw archiveInvalid(error instanceof ZipFault ? error.message : 'the ZIP archive is damaged');
  }
}

function importIn(
  { pdfNames, pdfFacts, importReportSha256, isReplaced }: ArchivedDocumentDto,
  n: number,
): DocumentImport | null {
  if (!pdfNames) {
    if (pdfFacts || importReportSha256 || isReplaced)
      throw archiveInvalid(`document ${n} has pdfFacts, importReportSha256 or isReplaced, but no pdfNames`);
    return null;
  }
  if (!areNames(pdfNames))
    throw archiveInvalid(
      `pdfNames of document ${n} has other values than texts of up to ${LONGEST_PDF_NAME} characters, without NUL bytes and unpaired surrogates, by the keys of fields, or more than ${MAX_FIELDS}`,
    );
  if (pdfFacts && !areFacts(pdfFacts, pdfNames))
    throw archiveInvalid(`pdfFacts of document ${n} is not what an export writes`);
  return {
    pdfNames,
    ...(pdfFacts && { pdfFacts }),
    ...(importReportSha256 && { importReportSha256 }),
    ...(isReplaced && { isReplaced }),
  };
}

async function definitionIn(json: Buffer): Promise<ArchivedTemplateDto> {
  if (json.length > MAX_TEMPLATE_BYTES)
    throw archiveInvalid(`${DEFINITION_FILE} has ${json.length} bytes, but may have ${MAX_TEMPLATE_BYTES}`);
  let text: string;
  let value: unknown;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(json);
    value = JSON.parse(text);
  } catch {
    throw archiveInvalid(`${DEFINITION_FILE} is not JSON in UTF-8`);
  }
  if (!isShallow(value)) throw archiveInvalid(`${DEFINITION_FILE} is nested too deeply`);
  if (membersWritten(text) !== membersIn(value))
    throw archiveInvalid(`${DEFINITION_FILE} has two members of the same name`);
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw archiveInvalid(`${DEFINITION_FILE} is not an object`);
  try {
    return (await pipe.transform(value, {
      type: 'body',
      metatype: ArchivedTemplateDto,
    })) as ArchivedTemplateDto;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw archiveInvalid(error.message);
  }
}

/** How many members are written down: of two of the same name, some programs take the first and others the last. */
function membersWritten(json: string): number {
  let members = 0;
  let isInText = false;
  for (let at = 0; at < json.length; at++) {
    if (json[at] === '\\') at++;
    else if (json[at] === '"') isInText = !isInText;
    else if (json[at] === ':' && !isInText) members++;
  }
  return members;
}

/** @param value - of limited depth */
function membersIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const own = Array.isArray(value) ? 0 : Object.keys(value).length;
  return Object.values(value).reduce<number>((sum, each) => sum + membersIn(each), own);
}
