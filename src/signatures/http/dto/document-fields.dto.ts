import { plainToInstance, Transform, Type } from 'class-transformer';
import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsObject,
  IsOptional,
  Max,
  Min,
  ValidateNested,
} from 'class-validator';
import { EmailAddress } from '../../../common/validation/email.decorator.js';
import { Text } from '../../../common/validation/text.decorator.js';
import { FIELD_KINDS, type FieldKind } from '../../../pdf/document-field.js';
import { MAX_PAGES } from '../../../pdf/document-limits.js';
import { IsLength } from './length.decorator.js';

export const MAX_FIELDS = 1_000;
const MAX_LABEL = 100;

/** A place on a page; lengths from the left upper corner of the page as it is shown, in points or per cent of it. */
export class DocumentFieldDto {
  @IsIn(FIELD_KINDS) kind: FieldKind;
  /** E-mail of the signer whose place it is; one of the signers given to send. */
  @EmailAddress() signerEmail: string;
  @IsInt() @Min(1) @Max(MAX_PAGES) page: number;
  /** Points as a number, or per cent of the page's width as `"12.5%"`. */
  @IsLength() x: number | string;
  @IsLength() y: number | string;
  @IsLength() width: number | string;
  @IsLength() height: number | string;
  /** What the signer is asked for; texts and checkboxes show it. */
  @IsOptional() @Text({ max: MAX_LABEL }) label?: string;
  /** Whether a text must be entered, or a checkbox ticked; true unless given, and false for checkboxes. */
  @IsOptional() @IsBoolean() required?: boolean;
}

export class PlaceFieldsDto {
  @Type(() => DocumentFieldDto)
  @Transform(({ value }: { value: unknown }) => knownMembers(value), { toClassOnly: true })
  @IsArray()
  @ArrayMaxSize(MAX_FIELDS)
  @IsObject({ each: true })
  @ValidateNested({ each: true })
  fields: DocumentFieldDto[];
}

/** Further members of a field are no error, as with signers. */
function knownMembers(value: unknown): unknown {
  if (!Array.isArray(value)) return value;
  return value.map((entry: unknown) => {
    if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) return entry;
    const { kind, signerEmail, page, x, y, width, height, label, required } = entry as Record<
      string,
      unknown
    >;
    return plainToInstance(DocumentFieldDto, {
      kind,
      signerEmail,
      page,
      x,
      y,
      width,
      height,
      label,
      required,
    });
  });
}

/** A field as it stands, in points. */
export class PlacedFieldDto {
  id: number;
  kind: FieldKind;
  /** Null for a text tag, which names its signer by number. */
  signerEmail: string | null;
  /** The signer's number in a text tag, from 1; null for a field that was placed. */
  signerNumber: number | null;
  page: number;
  x: number;
  y: number;
  width: number;
  height: number;
  label: string;
  required: boolean;
}

export class PlacedFieldsDto {
  items: PlacedFieldDto[];
}
