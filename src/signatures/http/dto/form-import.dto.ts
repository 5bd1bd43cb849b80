import { ApiProperty } from '@nestjs/swagger';
import { Allow, IsObject, IsOptional, IsString, MaxLength } from 'class-validator';
import {
  IMPORT_WARNINGS,
  type ImportWarningCode,
  NOT_IMPORTED_REASONS,
  type NotImportedReason,
} from '../../../pdf/form-import.js';
import { FormDto, FormRoleDto } from './form.dto.js';

const TEXTS = { type: 'object', additionalProperties: { type: 'string' } } as const;
const FUNCTIONS = ['SUM', 'AVG', 'PRD', 'MIN', 'MAX'] as const;
const ALIGNMENTS = ['center', 'right'] as const;
const LONGEST_KEY = 64;

/** Who fills in an imported form. */
export class FormPeopleDto {
  @Allow() @ApiProperty({ type: [FormRoleDto] }) roles: unknown;
  @Allow() @ApiProperty(TEXTS) signers: unknown;
  @IsOptional() @IsString() @MaxLength(LONGEST_KEY) role?: string;
  @IsOptional() @IsObject() @ApiProperty(TEXTS) fieldRoles?: Record<string, unknown>;
}

export class ImportedDocumentDto {
  pages: number;
  originalSha256: string;
  presentedSha256: string;
}

export class ImportedFieldDto {
  key: string;
  pdfName: string;
  mappingName?: string;
  exportValue?: string;
  datePattern?: string;
  @ApiProperty({ enum: ALIGNMENTS }) alignment?: (typeof ALIGNMENTS)[number];
  fontSize?: number;
}

export class NotImportedDto {
  name: string;
  @ApiProperty({ enum: NOT_IMPORTED_REASONS }) reason: NotImportedReason;
}

export class ImportRemovedDto {
  scripts: number;
  actions: number;
  xfa: boolean;
}

export class ImportCalculationDto {
  name: string;
  key: string;
  @ApiProperty({ enum: FUNCTIONS }) function: (typeof FUNCTIONS)[number];
  operands: string[];
  formula: string;
}

export class ImportWarningDto {
  @ApiProperty({ enum: IMPORT_WARNINGS }) code: ImportWarningCode;
  name: string;
  detail?: string;
}

export class ImportReportDto {
  imported: ImportedFieldDto[];
  notImported: NotImportedDto[];
  removed: ImportRemovedDto;
  calculations: ImportCalculationDto[];
  warnings: ImportWarningDto[];
}

export class FormImportDto {
  document: ImportedDocumentDto;
  form: FormDto;
  report: ImportReportDto;
  reportSha256: string;
}
