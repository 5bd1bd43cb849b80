import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { Allow, IsIn, IsObject, IsOptional } from 'class-validator';
import { FORM_KINDS, type FormKind } from '../../../forms/form-definition.js';

const ANYTHING = { type: 'object', additionalProperties: true } as const;
/** A text, true or false, options, or references to files. */
const A_VALUE: ApiPropertyOptions = {
  oneOf: [
    { type: 'string' },
    { type: 'boolean' },
    { type: 'array', items: {} },
    { type: 'object', additionalProperties: true },
  ],
};
const AN_EXPORT = {
  anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }, { type: 'null' }],
} as never;
const ADDRESSES = { type: 'object', additionalProperties: { type: 'string' } } as const;

export class FormRoleDto {
  key: string;
  order: number;
}

export class FormPlaceDto {
  document: number;
  page: number;
  x: number;
  y: number;
  width: number;
  height: number;
  option?: string;
}

export class FormOptionDto {
  value: string;
  label?: string;
}

/** A field of a form (docs/forms.md). */
export class FormFieldDto {
  key: string;
  @ApiProperty({ enum: FORM_KINDS }) kind: FormKind;
  role?: string;
  label?: string;
  help?: string;
  required?: boolean;
  readOnly?: boolean;
  @ApiProperty(A_VALUE) value?: unknown;
  @ApiProperty(ANYTHING) showIf?: Record<string, unknown>;
  places?: FormPlaceDto[];
  @ApiProperty(ANYTHING) validation?: Record<string, unknown>;
  options?: FormOptionDto[];
  other?: boolean;
  lines?: string[];
  text?: string;
  formula?: string;
}

/** What a form contains is checked by its own rules, which name everything that is wrong at once. */
export class PutFormDto {
  @Allow() @ApiProperty({ type: [FormRoleDto] }) roles: unknown;
  @Allow() @ApiProperty({ type: [FormFieldDto] }) fields: unknown;
  @Allow() @ApiProperty(ADDRESSES) signers: unknown;
}

/** What an imported field, or one of its options or places, is called in the PDF's data. */
export class PdfExportDto {
  /** The option of the field; not of a checkbox. */
  option?: string;
  /** The name of the state that ticks the button. */
  state?: string;
  /** What is exported, unless it is the state or the option. */
  value?: string;
}

/** What the PDF says of a field that was imported from it. */
export class PdfFieldDto {
  /** The key with which it was imported. */
  key: string;
  /** Its full name in the PDF. */
  pdfName: string;
  /** Its name for exports (`TM`). */
  mappingName?: string;
  /** Its words for people (`TU`). */
  alternateName?: string;
  /** What its options and places are called. */
  exports?: PdfExportDto[];
}

export class FormDto {
  roles: FormRoleDto[];
  fields: FormFieldDto[];
  @ApiProperty(ADDRESSES) signers: Record<string, string>;
  sha256: string;
  /** The fields that were imported from a PDF form, and are in this form still. */
  imported: PdfFieldDto[];
  /** Those that were imported, and are in it no longer. */
  leftOut: PdfFieldDto[];
}

export class FormValuesDto {
  @IsObject() @ApiProperty(ANYTHING) values: Record<string, unknown>;
}

export const FORM_DATA_FORMATS = ['json', 'csv', 'xfdf'] as const;
type FormDataFormat = (typeof FORM_DATA_FORMATS)[number];

export class FormDataQueryDto {
  @IsOptional() @IsIn(FORM_DATA_FORMATS) format: FormDataFormat = 'json';
}

/** A value that somebody has signed. */
export class FormEntryDto {
  key: string;
  @ApiProperty({ enum: FORM_KINDS }) kind: FormKind;
  label: string;
  @ApiProperty(A_VALUE) value: unknown;
  /** The full name of an imported field in the PDF; null for others. */
  @ApiProperty({ type: String, nullable: true }) pdfName: string | null;
  /** What forms of PDFs know the value as, such as the export value of a button; null for files. */
  @ApiProperty(AN_EXPORT) exportValue: string | string[] | null;
  signerId: number;
  signerEmail: string;
  signedAt: string;
  sha256: string;
}

export class FormDataDto {
  items: FormEntryDto[];
}
