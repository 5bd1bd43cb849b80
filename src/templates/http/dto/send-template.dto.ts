import { ApiProperty } from '@nestjs/swagger';
import { ArrayMaxSize, IsArray, IsBoolean, IsInt, IsObject, IsOptional, Max, Min } from 'class-validator';
import { IsDeadline } from '../../../common/validation/deadline.decorator.js';
import { EmailAddress } from '../../../common/validation/email.decorator.js';
import { MAX_MESSAGE, MAX_NAME, MAX_SUBJECT } from '../../../common/validation/limits.js';
import { Omittable } from '../../../common/validation/omittable.decorator.js';
import { Text } from '../../../common/validation/text.decorator.js';
import { MAX_FIELDS } from '../../../forms/form-definition.js';
import { LocaleTag } from '../../../platform/templates/locale.decorator.js';

const MAX_CC = 100;
const MAX_KEY = 64;

/** A person for a role. */
export class RolePersonDto {
  /** Where the signer gets the link and, for `advanced`, the code. */
  @EmailAddress() email: string;
  /** Shown to the signer and on the certificate of completion. */
  @IsOptional() @Text({ max: MAX_NAME }) name?: string | null;
  /**
   * The language of pages and emails, as a BCP 47 tag; the nearest supported language is used. Without a tag, or without a
   * match, the organization's language is used.
   */
  @IsOptional() @LocaleTag() locale?: string | null;
}

const PEOPLE = {
  type: 'object',
  additionalProperties: { $ref: '#/components/schemas/RolePerson' },
} as const;

export class SendTemplateDto {
  /** Number of a published version; the latest by default. */
  @Omittable() @IsInt() @Min(1) @Max(2_147_483_647) version?: number;

  /** The people, by the key of their role: one for each role of the template. */
  @ApiProperty(PEOPLE)
  @IsObject()
  roles: Record<string, unknown>;

  /** Values by the key of their field. A value of `GET …/values-schema`; null or an empty text for none. */
  @ApiProperty({ type: 'object', additionalProperties: true })
  @Omittable()
  @IsObject()
  values?: Record<string, unknown>;

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
  /** ISO 8601. When to send the request; now by default. */
  @Omittable() @IsDeadline() scheduledDate?: string;
  /** Addresses that get a copy of the completed document; by default those of the template. */
  @Omittable() @IsArray() @ArrayMaxSize(MAX_CC) @EmailAddress({ each: true }) ccOnComplete?: string[];
  /** Whether each signer must verify their identity; by default as in the template. */
  @Omittable() @IsBoolean() requireVerification?: boolean;
  /** A number of your own, which is stored and not returned; by default that of the template. */
  @Omittable() @IsInt() @Min(1) @Max(Number.MAX_SAFE_INTEGER) categoryId?: number;
}
