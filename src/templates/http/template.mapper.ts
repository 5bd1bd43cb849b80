import { isoOrNull } from '../../common/timestamps.js';
import { leftOutOf } from '../domain/imported-documents.js';
import { type TemplateContent } from '../domain/template-content.js';
import { stateOf } from '../domain/template-search.js';
import { type TemplateRow } from '../internal/template.queries.js';
import { type TemplateDocument, type TemplateVersion } from '../template.entity.js';
import { type TemplateDraft } from '../template-definitions.js';
import { type ReplacedDocument } from '../template-documents.js';
import { type TemplateImport } from '../template-form-imports.js';
import { type FullVersion } from '../template-versions.js';
import {
  type FullTemplateVersionDto,
  type ReplacedDocumentDto,
  type TemplateDefinitionDto,
  type TemplateDocumentDto,
  type TemplateDto,
  type TemplateImportDto,
  type TemplateOptionsResponseDto,
  type TemplateRoleResponseDto,
  type TemplateVersionDto,
} from './dto/template-response.dto.js';

export function toTemplate(row: TemplateRow): TemplateDto {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    state: stateOf(row),
    revision: row.revision,
    latestVersion: row.latestVersion,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    archivedAt: isoOrNull(row.archivedAt),
  };
}

function toDocument(row: TemplateDocument): TemplateDocumentDto {
  return {
    n: row.n,
    name: row.name,
    sha256: row.presentedSha256.toString('hex'),
    originalSha256: row.originalSha256.toString('hex'),
    pages: row.pages,
    pageSizes: row.pageSizes.map(([width, height]) => [width, height]),
    carriesSignatures: row.carriesSignatures,
  };
}

const toRole = ({ key, name, action, order }: TemplateRoleResponseDto): TemplateRoleResponseDto => ({
  ...{ key, name, action, order },
});

function toOptions(options: TemplateContent['options']): TemplateOptionsResponseDto {
  return {
    type: options.type,
    subject: options.subject,
    messageContent: options.messageContent,
    senderName: options.senderName,
    expiresInDays: options.expiresInDays,
    ccOnComplete: options.ccOnComplete,
    requireVerification: options.requireVerification,
    categoryId: options.categoryId,
    remindEvery: options.remindEvery,
    allowHandOver: options.allowHandOver,
  };
}

export function toDefinition({ template, documents, problems }: TemplateDraft): TemplateDefinitionDto {
  const { revision, definition } = template;
  return {
    revision,
    documents: documents.map(toDocument),
    roles: definition.roles.map(toRole),
    fields: definition.fields,
    options: toOptions(definition.options),
    leftOut: leftOutOf(definition),
    problems,
  };
}

export function toImport({ document, draft, report, reportSha256 }: TemplateImport): TemplateImportDto {
  return { document: toDocument(document), definition: toDefinition(draft), report, reportSha256 };
}

export function toReplacedDocument({ document, revision, problems }: ReplacedDocument): ReplacedDocumentDto {
  return { document: toDocument(document), revision, problems };
}

export function toVersion(row: TemplateVersion): TemplateVersionDto {
  return {
    number: row.number,
    sha256: row.sha256.toString('hex'),
    note: row.note,
    publishedByUserId: row.publishedByUserId,
    publishedAt: row.publishedAt.toISOString(),
  };
}

export function toFullVersion({ version, content, documents }: FullVersion): FullTemplateVersionDto {
  return {
    ...toVersion(version),
    documents: documents.map(toDocument),
    roles: content.roles.map(toRole),
    fields: content.fields,
    options: toOptions(content.options),
  };
}
