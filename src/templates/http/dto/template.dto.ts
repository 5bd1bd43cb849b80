import { IsIn, IsOptional, Matches } from 'class-validator';
import { MAX_NAME } from '../../../common/validation/limits.js';
import { Omittable } from '../../../common/validation/omittable.decorator.js';
import { QueryInt } from '../../../common/validation/query.decorator.js';
import { Text } from '../../../common/validation/text.decorator.js';
import { SORT_FIELDS, SORT_ORDERS, type SortField } from '../../domain/template-order.js';
import { TEMPLATE_STATES, type TemplateState } from '../../domain/template-search.js';

const NOT_BLANK = /\S/;
const MAX_DESCRIPTION = 2_000;
const MAX_NOTE = 500;
const MAX_LIMIT = 100;

export class CreateTemplateDto {
  /** Shown to members only. */
  @Text({ max: MAX_NAME }) @Matches(NOT_BLANK, { message: 'name must not be blank' }) name: string;
  /** Shown to members only. */
  @Omittable() @Text({ max: MAX_DESCRIPTION }) description?: string;
}

export class DescribeTemplateDto {
  /** Shown to members only. */
  @Omittable()
  @Text({ max: MAX_NAME })
  @Matches(NOT_BLANK, { message: 'name must not be blank' })
  name?: string;
  /** Shown to members only. */
  @Omittable() @Text({ max: MAX_DESCRIPTION }) description?: string;
}

export class DuplicateTemplateDto {
  /** Of the copy; by default that of the original. */
  @Omittable()
  @Text({ max: MAX_NAME })
  @Matches(NOT_BLANK, { message: 'name must not be blank' })
  name?: string;
}

export class PublishTemplateDto {
  /** What is new, for members. */
  @Omittable() @Text({ max: MAX_NOTE }) note?: string;
}

export class ListTemplatesDto {
  @IsOptional() @QueryInt({ min: 0, max: Number.MAX_SAFE_INTEGER }) skip: number = 0;
  @IsOptional() @QueryInt({ min: 1, max: MAX_LIMIT }) limit: number = 20;
  /** Part of the name or the description. */
  @IsOptional() @Text({ max: MAX_NAME }) q?: string;
  /** By default all but archived templates. */
  @IsOptional() @IsIn(TEMPLATE_STATES) state?: TemplateState;
  @IsOptional() @IsIn(SORT_FIELDS) sortBy: SortField = 'updatedAt';
  @IsOptional() @IsIn(SORT_ORDERS) sortOrder: 'asc' | 'desc' = 'desc';
}

export class ListVersionsDto {
  @IsOptional() @QueryInt({ min: 0, max: Number.MAX_SAFE_INTEGER }) skip: number = 0;
  @IsOptional() @QueryInt({ min: 1, max: MAX_LIMIT }) limit: number = 20;
}

export class RemoveDocumentDto {
  /** `remove` removes the fields on the document as well; without it, a document with fields stays. */
  @IsOptional() @IsIn(['remove']) fields?: 'remove';
}

export class VersionDto {
  /** Number of a published version; the latest by default. */
  @IsOptional() @QueryInt({ min: 1, max: 2_147_483_647 }) version?: number;
}

export class TemplateFileDto {
  /** `presented` for the PDF that signers read, `original` for the file as it was uploaded. */
  @IsOptional() @IsIn(['presented', 'original']) file: 'presented' | 'original' = 'presented';
}
