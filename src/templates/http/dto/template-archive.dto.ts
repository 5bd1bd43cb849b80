import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  Equals,
  IsArray,
  IsIn,
  IsInt,
  IsObject,
  Matches,
  Max,
  Min,
  ValidateNested,
} from 'class-validator';
import { MAX_NAME } from '../../../common/validation/limits.js';
import { Omittable } from '../../../common/validation/omittable.decorator.js';
import { Text } from '../../../common/validation/text.decorator.js';
import { MEDIA_TYPES } from '../../../pdf/media-types.js';
import { MAX_DOCUMENTS, TEMPLATE_SCHEMA, TEMPLATE_SCHEMA_VERSION } from '../../domain/template-content.js';
import { CreateTemplateDto } from './template.dto.js';
import { TemplateContentDto } from './template-definition.dto.js';

const SHA256 = /^[0-9a-f]{64}$/;
const MAX_PAGES = 10_000;
const EXTENSIONS = Object.values(MEDIA_TYPES).map(({ extension }) => extension);

/** A document of an archive. */
export class ArchivedDocumentDto {
  @IsInt() @Min(1) @Max(MAX_DOCUMENTS) n: number;
  @Text({ min: 1, max: MAX_NAME }) name: string;
  @Matches(SHA256) sha256: string;
  @Matches(SHA256) originalSha256: string;
  @IsInt() @Min(1) @Max(MAX_PAGES) pages: number;
  /** Of a document whose form was imported. */
  @Omittable() @IsObject() pdfNames?: Record<string, unknown>;
  /** What else its PDF says of the imported fields. */
  @Omittable() @IsObject() pdfFacts?: Record<string, unknown>;
  /** The digest of the report of its import. */
  @Omittable() @Matches(SHA256) importReportSha256?: string;
  /** Whether it was replaced since its form was imported. */
  @Omittable() @Equals(true) isReplaced?: true;
}

/** The content of a template in an archive. */
export class ArchivedContentDto extends TemplateContentDto {
  @Equals(TEMPLATE_SCHEMA) schema: string;
  @Equals(TEMPLATE_SCHEMA_VERSION) version: number;

  @Type(() => ArchivedDocumentDto)
  @IsArray()
  @ArrayMaxSize(MAX_DOCUMENTS)
  @IsObject({ each: true })
  @ValidateNested({ each: true })
  documents: ArchivedDocumentDto[];
}

/** The `template.json` of an archive. */
export class ArchivedTemplateDto extends CreateTemplateDto {
  /** The extension of each document's file, without a dot. */
  @IsArray() @ArrayMaxSize(MAX_DOCUMENTS) @IsIn(EXTENSIONS, { each: true }) extensions: string[];

  @Type(() => ArchivedContentDto)
  @IsObject()
  @ValidateNested()
  content: ArchivedContentDto;
}
