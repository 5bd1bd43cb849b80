import { plainToInstance, Transform, Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsBoolean,
  IsInt,
  IsObject,
  IsOptional,
  Max,
  Min,
  ValidateNested,
} from 'class-validator';
import { IsDeadline } from '../../../common/validation/deadline.decorator.js';
import { EmailAddress } from '../../../common/validation/email.decorator.js';
import { MAX_MESSAGE, MAX_NAME, MAX_SUBJECT } from '../../../common/validation/limits.js';
import { Omittable } from '../../../common/validation/omittable.decorator.js';
import { Text } from '../../../common/validation/text.decorator.js';
import { LocaleTag } from '../../../platform/templates/locale.decorator.js';

const MAX_SIGNERS = 100;
const MAX_CC = 100;
/** Longer than any action or time. */
const MAX_WORD = 40;
export const MAX_ORDER = 1_000_000;
const MAX_REMIND_DAYS = 90;

export class SendSignerDto {
  @EmailAddress() email: string;
  @IsOptional() @Text({ max: MAX_NAME }) name?: string;
  /** Signers of a lower order sign first; equal orders sign in parallel. */
  @IsOptional() @IsInt() @Min(0) @Max(MAX_ORDER) order?: number;
  /**
   * The language of pages and emails, as a BCP 47 tag; the nearest supported language is used. Without a tag, or without a
   * match, the organization's language is used.
   */
  @IsOptional() @LocaleTag() locale?: string | null;
}

/** Somebody who does not sign: who approves the document, reads it, or gets a copy. */
export class SendRecipientDto {
  @EmailAddress() email: string;
  @Omittable() @Text({ max: MAX_NAME }) name?: string;
  /** `approve`, `view` or `copy`. Signers wait for an approval, and for a reader who is required; never for a copy. */
  @Text({ max: MAX_WORD }) action: string;
  /** Among the orders of the signers. Without it, approvals and required readings come before everyone with an order. */
  @Omittable() @IsInt() @Min(0) @Max(MAX_ORDER) order?: number;
  /**
   * When they are told: `sent`, at sending; `turn`, once everyone of a lower order has acted; `completed`, with the signed
   * document, for copies only. By default `turn` for those whom others wait for or who have an order, else `sent`.
   */
  @Omittable() @Text({ max: MAX_WORD }) when?: string;
  /** Whether others wait until a reader has read the document; false by default. */
  @Omittable() @IsBoolean() required?: boolean;
  /** As of signers. */
  @IsOptional() @LocaleTag() locale?: string | null;
  /** Whether this approver may not be one of the signers; false by default. */
  @Omittable() @IsBoolean() separateApprover?: boolean;
}

export class SendSignatureDto {
  @Type(() => SendSignerDto)
  @Transform(({ value }: { value: unknown }) => knownMembers(value), { toClassOnly: true })
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(MAX_SIGNERS)
  @IsObject({ each: true })
  @ValidateNested({ each: true })
  signers: SendSignerDto[];

  /** Those who do not sign; with the signers, up to 100. One address can have several actions, and can be a signer's. */
  @IsOptional()
  @Type(() => SendRecipientDto)
  @IsArray()
  @ArrayMaxSize(MAX_SIGNERS)
  @IsObject({ each: true })
  @ValidateNested({ each: true })
  recipients?: SendRecipientDto[];

  @IsOptional() @Text({ max: MAX_SUBJECT }) subject?: string;
  @IsOptional() @Text({ max: MAX_MESSAGE }) messageContent?: string;
  @IsOptional() @Text({ max: MAX_NAME }) senderName?: string;
  /** ISO 8601; UTC if it has no offset. A date without a time means the end of that day. */
  @IsOptional() @IsDeadline() expiresDate?: string;
  /** ISO 8601. When to send the request; now by default. */
  @IsOptional() @IsDeadline() scheduledDate?: string;
  @IsOptional() @IsArray() @ArrayMaxSize(MAX_CC) @EmailAddress({ each: true }) ccOnComplete?: string[];
  @IsOptional() @IsBoolean() requireVerification?: boolean;
  /** Days between automatic reminders to the signers whose turn it is; no reminders by default. */
  @IsOptional() @IsInt() @Min(1) @Max(MAX_REMIND_DAYS) remindEvery?: number;
  /** Whether a signer can have somebody else sign instead; only for the types fast and advanced. False by default. */
  @IsOptional() @IsBoolean() allowHandOver?: boolean;
  @IsOptional() @IsInt() @Min(1) @Max(Number.MAX_SAFE_INTEGER) categoryId?: number;
}

/** Drops unknown members: by the contract, an entry needs at least `email`. */
function knownMembers(value: unknown): unknown {
  if (!Array.isArray(value)) return value;
  return value.map((entry: unknown) => {
    if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) return entry;
    const { email, name, order, locale } = entry as Record<string, unknown>;
    return plainToInstance(SendSignerDto, { email, name, order, locale });
  });
}
