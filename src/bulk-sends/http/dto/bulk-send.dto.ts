import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsOptional,
  Matches,
  Max,
  Min,
} from 'class-validator';
import { IsDeadline } from '../../../common/validation/deadline.decorator.js';
import { EmailAddress } from '../../../common/validation/email.decorator.js';
import { MAX_MESSAGE, MAX_NAME, MAX_SUBJECT } from '../../../common/validation/limits.js';
import { Omittable } from '../../../common/validation/omittable.decorator.js';
import { QueryInt } from '../../../common/validation/query.decorator.js';
import { Text } from '../../../common/validation/text.decorator.js';
import { MAX_FIELDS } from '../../../forms/form-definition.js';
import { DATE_ORDERS, type DateOrder, DECIMAL_MARKS, type DecimalMark } from '../../domain/bulk-row.js';
import {
  ON_INVALID,
  type OnInvalid,
  REPLACED,
  type Replaced,
  ROW_STATES,
  type RowState,
} from '../../domain/bulk-send.state.js';
import { type Delimiter, DELIMITERS } from '../../reading/delimiters.js';
import { type Encoding, ENCODINGS } from '../../reading/encodings.js';
import { FORMATS, type TableFormat } from '../../reading/table-reading.js';

const NOT_BLANK = /\S/;
const MAX_CC = 100;
const MAX_KEY = 64;
const MAX_LIMIT = 100;
const MAX_COLUMNS_TEXT = 12_000;

export class CreateBulkSendDto {
  /** Shown to members only. */
  @Text({ max: MAX_NAME }) @Matches(NOT_BLANK, { message: 'name must not be blank' }) name: string;
  /** Of the template from which the requests are made. */
  @IsInt() @Min(1) @Max(Number.MAX_SAFE_INTEGER) templateId: number;
  /** Number of a published version; the latest by default. It stays the same, whatever is published afterwards. */
  @Omittable() @IsInt() @Min(1) @Max(2_147_483_647) version?: number;
  /** Whether rows with faults keep all others from being sent (`stop`, the default), or are left out (`skip`). */
  @Omittable() @IsIn(ON_INVALID) onInvalid?: OnInvalid;
  /** Keys of fields that signers see but cannot change. */
  @Omittable() @IsArray() @ArrayMaxSize(MAX_FIELDS) @Text({ max: MAX_KEY, each: true }) readOnly?: string[];
  /** Subject of the invitations; by default that of the template. */
  @Omittable() @Text({ max: MAX_SUBJECT }) subject?: string;
  /** Text of the invitations; by default that of the template. */
  @Omittable() @Text({ max: MAX_MESSAGE }) messageContent?: string;
  /** Shown as the sender; by default as in the template. */
  @Omittable() @Text({ max: MAX_NAME }) senderName?: string;
  /** ISO 8601; UTC if it has no offset. A date without a time means the end of that day. By default as in the template. */
  @Omittable() @IsDeadline() expiresDate?: string;
  /** Addresses that get a copy of each completed document; by default those of the template. */
  @Omittable() @IsArray() @ArrayMaxSize(MAX_CC) @EmailAddress({ each: true }) ccOnComplete?: string[];
  /** Whether each signer must verify their identity; by default as in the template. */
  @Omittable() @IsBoolean() requireVerification?: boolean;
  /** A number of your own, which is stored and not returned; by default that of the template. */
  @Omittable() @IsInt() @Min(1) @Max(Number.MAX_SAFE_INTEGER) categoryId?: number;
}

export class StartBulkSendDto {
  /** Whether to send rows once more that were started within 24 hours. */
  @Omittable() @IsBoolean() confirmRepeated?: boolean;
}

export class UploadRowsDto {
  /** Of the file; by default what the Content-Type of a raw body says, and otherwise `csv`. */
  @IsOptional() @IsIn(FORMATS) format?: TableFormat;
  /** Only needed for a file that is neither UTF-8 nor UTF-16 with a byte order mark. */
  @IsOptional() @IsIn(ENCODINGS) encoding?: Encoding;
  /** Only needed if the file itself leaves it unclear. */
  @IsOptional() @IsIn(DELIMITERS) delimiter?: Delimiter;
  /** What separates the whole from the fraction in numbers of CSV; only needed if one of them may mean two numbers. */
  @IsOptional() @IsIn(DECIMAL_MARKS) decimalMark?: DecimalMark;
  /** Of days in CSV that are not written as YYYY-MM-DD. */
  @IsOptional() @IsIn(DATE_ORDERS) dateOrder: DateOrder = 'ymd';
  /**
   * What columns mean whose names do not say so: a JSON object of targets by column, such as
   * `{"E-Mail": "tenant.email", "Remark": null}`; null for a column that is not to be read.
   */
  @IsOptional() @Text({ max: MAX_COLUMNS_TEXT }) columns?: string;
  /**
   * What the file takes the place of: `all` rows by default, or only the `faulty` ones, as a file of faults that was
   * corrected does. Its columns then mean what they meant, whatever `columns`, `decimalMark` and `dateOrder` say.
   */
  @IsOptional() @IsIn(REPLACED) replaces: Replaced = 'all';
}

export class ListBulkSendsDto {
  @IsOptional() @QueryInt({ min: 0, max: Number.MAX_SAFE_INTEGER }) skip: number = 0;
  @IsOptional() @QueryInt({ min: 1, max: MAX_LIMIT }) limit: number = 20;
}

export class ListRowsDto extends ListBulkSendsDto {
  /** Any by default. */
  @IsOptional() @IsIn(ROW_STATES) rowState?: RowState;
}

export class RowsFileDto {
  /** Number of a published version; the latest by default. */
  @IsOptional() @QueryInt({ min: 1, max: 2_147_483_647 }) version?: number;
}
