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
import { FIELD_KINDS, type PlainKind } from '../../../pdf/document-field.js';
import { MAX_PAGES } from '../../../pdf/document-limits.js';
import { type FieldPlacement, type Length } from '../../domain/field-placement.js';
import { IsLength } from './length.decorator.js';

export const MAX_FIELDS = 1_000;
const MAX_LABEL = 100;

/** A field to place. Lengths are measured from the upper left corner of the page as displayed. */
export class DocumentFieldDto implements FieldPlacement {
  @IsIn(FIELD_KINDS) kind: PlainKind;
  /** Who fills it in: the email address of one of the signers given when sending. */
  @EmailAddress() signerEmail: string;
  @IsInt() @Min(1) @Max(MAX_PAGES) page: number;
  /** From the left edge: a number of points, or a share of the page's width such as `"12.5%"`. */
  @IsLength() x: Length;
  @IsLength() y: Length;
  @IsLength() width: Length;
  @IsLength() height: Length;
  /** Shown with text fields and checkboxes. */
  @IsOptional() @Text({ max: MAX_LABEL }) label?: string;
  /** Whether the signer must fill it in or tick it. True by default, but false for checkboxes. */
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

/** Drops unknown members, which are allowed here as for signers. */
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

/** A field on the document, in points. */
export class PlacedFieldDto {
  id: number;
  kind: PlainKind;
  /** Null for a text tag, which refers to its signer by number. */
  signerEmail: string | null;
  /** The signer's number in a text tag, from 1; null for a placed field. */
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
