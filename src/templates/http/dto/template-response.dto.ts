import { ApiProperty } from '@nestjs/swagger';
import { type SignatureType } from '../../../signatures/domain/signature.state.js';
import { ImportReportDto } from '../../../signatures/http/dto/form-import.dto.js';
import { type RoleAction } from '../../domain/template-content.js';
import { type TemplateState } from '../../domain/template-search.js';

const OBJECTS = { type: 'array', items: { type: 'object', additionalProperties: true } } as const;

const ANYTHING = {
  anyOf: [
    { type: 'object', additionalProperties: true },
    { type: 'array', items: {} },
    { type: 'string' },
    { type: 'number' },
    { type: 'boolean' },
    { type: 'null' },
  ],
} as never;

export class TemplateDto {
  /** The number of the template, used in its path. */
  id: number;
  /** Shown to members only. */
  name: string;
  /** Shown to members only. */
  description: string;
  /** `draft` until the first version is published; `archived` templates can neither be changed nor sent. */
  state: TemplateState;
  /** The revision of the draft, which rises with each change. */
  revision: number;
  /** The number of the latest published version; null if there is none. */
  latestVersion: number | null;
  /** When the template was created. */
  createdAt: string;
  /** When the template was last changed. */
  updatedAt: string;
  /** When the template was archived; null if it is not. */
  archivedAt: string | null;
}

export class TemplateListDto {
  items: TemplateDto[];
  total: number;
  skip: number;
  limit: number;
}

export class TemplateDocumentDto {
  /** The number of the document, from 1. */
  n: number;
  /** Shown to signers and used in file names. */
  name: string;
  /** SHA-256 of the PDF that signers read, in hexadecimal digits. */
  sha256: string;
  /** SHA-256 of the file as it was uploaded, in hexadecimal digits. */
  originalSha256: string;
  /** How many pages the PDF has. */
  pages: number;
  /** Width and height of each page as shown, in points. */
  @ApiProperty({ type: 'array', items: { type: 'array', items: { type: 'number' } } })
  pageSizes: number[][];
  /** Whether it carries signatures, so that only signatures and initials can be added. */
  carriesSignatures: boolean;
}

export class TemplateRoleResponseDto {
  /** Names the role in fields and when sending. */
  key: string;
  /** Shown to people who prepare and send. */
  name: string;
  /** What people in this role do. */
  action: RoleAction;
  /** Those of a lower order act earlier, those of the same order at the same time. */
  order: number;
}

export class TemplateOptionsResponseDto {
  /** How people sign. */
  type: SignatureType;
  /** Subject of the invitations. */
  subject: string;
  /** Text of the invitations. */
  messageContent: string;
  /** Shown as the sender; null for the organization's name. */
  senderName: string | null;
  /** Days from sending to the deadline; null for no deadline. */
  expiresInDays: number | null;
  /** Addresses that get a copy of the completed document. */
  ccOnComplete: string[];
  /** Whether each signer must verify their identity. */
  requireVerification: boolean;
  /** A number of your own; null for none. */
  categoryId: number | null;
  /** Days between automatic reminders; null for none. */
  remindEvery: number | null;
  /** Whether a signer can have somebody else sign instead. */
  allowHandOver: boolean;
}

export class TemplateProblemDto {
  /** Stable, for programs. */
  code: string;
  /** Where the problem is, such as `fields[3].places[0]`. */
  field: string;
  /** One sentence for people. */
  message: string;
}

export class LeftOutFieldDto {
  /** The number of the document with which it was imported. */
  n: number;
  /** The key with which it was imported. */
  key: string;
  /** Its full name in the PDF. */
  pdfName: string;
}

export class TemplateDefinitionDto {
  /** The revision to give with the next change. */
  revision: number;
  /** The documents of the draft. */
  documents: TemplateDocumentDto[];
  /** Who takes part. */
  roles: TemplateRoleResponseDto[];
  /** Fields in the format of docs/forms.md, in their normal form. */
  @ApiProperty(OBJECTS) fields: object[];
  /** How requests are sent unless the sender says otherwise. */
  options: TemplateOptionsResponseDto;
  /** The fields that were imported from PDF forms, and are in the draft no longer. */
  leftOut: LeftOutFieldDto[];
  /** What has to be settled before publishing; empty if nothing has. */
  problems: TemplateProblemDto[];
}

export class TemplateImportDto {
  /** The document, as signers read it without its form. */
  document: TemplateDocumentDto;
  /** The draft with the fields of the form. */
  definition: TemplateDefinitionDto;
  /** What became of every field of the source. */
  report: ImportReportDto;
  /** SHA-256 of the canonical JSON of the report, as in published versions. */
  reportSha256: string;
}

export class ReplacedDocumentDto {
  /** The document as it is now. */
  document: TemplateDocumentDto;
  /** The revision to give with the next change. */
  revision: number;
  /** The places of fields that do not fit this document; they stay until they are moved or removed. */
  problems: TemplateProblemDto[];
}

export class TemplateVersionDto {
  /** From 1, in the order of publishing. */
  number: number;
  /** SHA-256 of the version's canonical content, in hexadecimal digits. */
  sha256: string;
  /** What is new, as given when publishing. */
  note: string;
  /** The number of the member who published it, or whose API key did. */
  publishedByUserId: number;
  /** When it was published. */
  publishedAt: string;
}

export class TemplateVersionListDto {
  items: TemplateVersionDto[];
  total: number;
  skip: number;
  limit: number;
}

export class FullTemplateVersionDto extends TemplateVersionDto {
  /** The documents, whose files do not change either. */
  documents: TemplateDocumentDto[];
  /** Who takes part. */
  roles: TemplateRoleResponseDto[];
  /** Fields in the format of docs/forms.md, in their normal form. */
  @ApiProperty(OBJECTS) fields: object[];
  /** How requests are sent unless the sender says otherwise. */
  options: TemplateOptionsResponseDto;
}

export class TemplateDifferenceDto {
  /** Where the versions differ, such as `fields.rent.validation.max`. */
  path: string;
  /** What happened there. */
  change: 'added' | 'removed' | 'changed' | 'moved';
  /** What the first version has there; null if nothing. */
  @ApiProperty(ANYTHING) from: unknown;
  /** What the second version has there; null if nothing. */
  @ApiProperty(ANYTHING) to: unknown;
  /** One sentence for people. */
  message: string;
}

export class TemplateDifferencesDto {
  /** The differences, by documents, roles, fields and options. */
  items: TemplateDifferenceDto[];
}

export class RequestTemplateDto {
  /** The number of the template. */
  templateId: number;
  /** The version from which the request was made. */
  version: number;
  /** SHA-256 of the version's canonical content, in hexadecimal digits. */
  sha256: string;
}
