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

export class FormDto {
  roles: FormRoleDto[];
  fields: FormFieldDto[];
  @ApiProperty(ADDRESSES) signers: Record<string, string>;
  sha256: string;
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
  signerId: number;
  signerEmail: string;
  signedAt: string;
  sha256: string;
}

export class FormDataDto {
  items: FormEntryDto[];
}
