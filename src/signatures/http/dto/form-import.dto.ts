import { ApiProperty } from '@nestjs/swagger';
import { Allow, IsObject, IsOptional, IsString, MaxLength } from 'class-validator';
import {
  IMPORT_WARNINGS,
  type ImportWarningCode,
  NOT_IMPORTED_REASONS,
  type NotImportedReason,
} from '../../../pdf/form-import.js';
import { FormDto, FormRoleDto, PdfExportDto } from './form.dto.js';

const TEXTS = { type: 'object', additionalProperties: { type: 'string' } } as const;
const FUNCTIONS = ['SUM', 'AVG', 'PRD', 'MIN', 'MAX'] as const;
const ALIGNMENTS = ['center', 'right'] as const;
const LONGEST_KEY = 64;

/** Who fills in an imported form. */
export class FormPeopleDto {
  /** Who fills in the form. */
  @Allow() @ApiProperty({ type: [FormRoleDto] }) roles: unknown;
  /** The address of each role's signer. */
  @Allow() @ApiProperty(TEXTS) signers: unknown;
  /** The role that fills in all fields without one of their own; by default the only one. */
  @IsOptional() @IsString() @MaxLength(LONGEST_KEY) role?: string;
  /** Roles by the keys of fields. */
  @IsOptional() @IsObject() @ApiProperty(TEXTS) fieldRoles?: Record<string, unknown>;
}

export class ImportedDocumentDto {
  /** How many pages the document has. */
  pages: number;
  /** SHA-256 of the upload, in lower-case hex. */
  originalSha256: string;
  /** SHA-256 of the PDF that signers read, in lower-case hex. */
  presentedSha256: string;
}

export class ImportedFieldDto {
  /** The key of the field in the form. */
  key: string;
  /** Its full name in the PDF. */
  pdfName: string;
  /** Its name for exports (`TM`). */
  mappingName?: string;
  /** Its words for people (`TU`). */
  alternateName?: string;
  /** What a ticked box stands for. */
  exportValue?: string;
  /** What its options and places are called in the PDF's data. */
  exports?: PdfExportDto[];
  /** How the PDF writes the day. */
  datePattern?: string;
  /** How the PDF aligns the text, unless to the left. */
  @ApiProperty({ enum: ALIGNMENTS }) alignment?: (typeof ALIGNMENTS)[number];
  /** In points, as the PDF has it. */
  fontSize?: number;
}

export class NotImportedDto {
  /** Its full name in the PDF. */
  name: string;
  /** Why it is not part of the form. */
  @ApiProperty({ enum: NOT_IMPORTED_REASONS }) reason: NotImportedReason;
}

export class ImportRemovedDto {
  /** How many places had scripts. */
  scripts: number;
  /** How many places had other actions. */
  actions: number;
  /** Whether there was an XFA form beside the pages. */
  xfa: boolean;
}

export class ImportCalculationDto {
  /** The full name of the computed field in the PDF. */
  name: string;
  /** The key of the computed field. */
  key: string;
  /** The calculation in the PDF. */
  @ApiProperty({ enum: FUNCTIONS }) function: (typeof FUNCTIONS)[number];
  /** The full names in the PDF of what it computes with. */
  operands: string[];
  /** The formula of the field in the form. */
  formula: string;
}

export class ImportWarningDto {
  /** What the field lacks (docs/forms-import.md). */
  @ApiProperty({ enum: IMPORT_WARNINGS }) code: ImportWarningCode;
  /** The full name of the field in the PDF. */
  name: string;
  /** What was not kept, for people. */
  detail?: string;
}

export class ImportReportDto {
  /** The fields of the form, with what a definition has no member for. */
  imported: ImportedFieldDto[];
  /** All other fields of the source. */
  notImported: NotImportedDto[];
  /** What the source had beside fields; none of it was run. */
  removed: ImportRemovedDto;
  /** The formulas that were recognized: check whether they are right. */
  calculations: ImportCalculationDto[];
  /** What imported fields lack. */
  warnings: ImportWarningDto[];
}

export class FormImportDto {
  /** The draft's new document. */
  document: ImportedDocumentDto;
  /** The draft's new form. */
  form: FormDto;
  /** What became of every field of the source. */
  report: ImportReportDto;
  /** SHA-256 of the canonical JSON of the report, as in the evidence. */
  reportSha256: string;
}
