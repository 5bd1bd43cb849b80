import { IsIn, IsOptional } from 'class-validator';
import { MAX_NAME, MAX_SUBJECT } from '../../../common/validation/limits.js';
import { IsDay, QueryInt } from '../../../common/validation/query.decorator.js';
import { Text } from '../../../common/validation/text.decorator.js';
import { MAX_RECIPIENTS } from '../../domain/recipients.js';
import {
  SIGNATURE_STATUSES,
  SIGNATURE_TYPES,
  type SignatureStatus,
  type SignatureType,
} from '../../domain/signature.state.js';
import { SORT_FIELDS, SORT_ORDERS, type SortField } from '../../lists/domain/list-order.js';

const MAX_LIMIT = 1_000;

export class ListSignaturesDto {
  @IsOptional() @QueryInt({ min: 0, max: Number.MAX_SAFE_INTEGER }) skip: number = 0;
  @IsOptional() @QueryInt({ min: 1, max: MAX_LIMIT }) limit: number = 20;
  @IsOptional() @IsIn(SIGNATURE_STATUSES) status?: SignatureStatus;
  @IsOptional() @IsIn(SIGNATURE_TYPES) type?: SignatureType;
  @IsOptional() @Text({ max: MAX_NAME }) fileName?: string;
  @IsOptional() @Text({ max: MAX_SUBJECT }) subject?: string;
  @IsOptional() @IsDay() date?: string;
  @IsOptional() @IsDay() dateFrom?: string;
  @IsOptional() @IsDay() dateTo?: string;
  /** Email addresses separated by commas; a request matches if any of them is one of its signers. */
  @IsOptional() @Text({ max: MAX_RECIPIENTS }) recipients?: string;
  @IsOptional() @IsIn(SORT_FIELDS) sortBy: SortField = 'createdAt';
  @IsOptional() @IsIn(SORT_ORDERS) sortOrder: 'asc' | 'desc' = 'desc';
}
