import { ApiProperty } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsObject,
  IsOptional,
  Matches,
  Max,
  Min,
  ValidateNested,
} from 'class-validator';
import { EmailAddress } from '../../../common/validation/email.decorator.js';
import { MAX_MESSAGE, MAX_NAME, MAX_SUBJECT } from '../../../common/validation/limits.js';
import { Omittable } from '../../../common/validation/omittable.decorator.js';
import { Text } from '../../../common/validation/text.decorator.js';
import { MAX_FIELDS, MAX_ROLES } from '../../../forms/form-definition.js';
import { SIGNATURE_TYPES, type SignatureType } from '../../../signatures/domain/signature.state.js';
import { ROLE_ACTIONS, type RoleAction } from '../../domain/template-content.js';

const KEY = /^[a-z][a-z0-9_]{0,63}$/;
const MAX_ORDER = 1_000;
const MAX_DAYS = 3_650;
const MAX_CC = 100;
const MAX_REMIND_DAYS = 90;

/** Someone in the template, whose name and address are given when it is sent. */
export class TemplateRoleDto {
  /** Names the role in fields and when sending: a letter, then letters, digits and underscores, all in lower case. */
  @Matches(KEY, {
    message: 'key must be 1 to 64 lower-case letters, digits and underscores, and begin with a letter',
  })
  key: string;
  /** Shown to people who prepare and send. */
  @Text({ min: 1, max: MAX_NAME }) name: string;
  /** What people in this role do. */
  @IsIn(ROLE_ACTIONS) action: RoleAction;
  /** From 1. Those of a lower order act earlier, those of the same order at the same time. */
  @IsInt() @Min(1) @Max(MAX_ORDER) order: number;
}

/** How requests are sent unless the sender says otherwise. */
export class TemplateOptionsDto {
  /** How people sign; `advanced` by default. */
  @Omittable() @IsIn(SIGNATURE_TYPES) type?: SignatureType;
  /** Subject of the invitations. */
  @Omittable() @Text({ max: MAX_SUBJECT }) subject?: string;
  /** Text of the invitations. */
  @Omittable() @Text({ max: MAX_MESSAGE }) messageContent?: string;
  /** Shown as the sender; the organization's name by default. */
  @IsOptional() @Text({ max: MAX_NAME }) senderName?: string | null;
  /** Days from sending to the deadline; no deadline by default. */
  @IsOptional() @IsInt() @Min(1) @Max(MAX_DAYS) expiresInDays?: number | null;
  /** Addresses that get a copy of the completed document. */
  @Omittable() @IsArray() @ArrayMaxSize(MAX_CC) @EmailAddress({ each: true }) ccOnComplete?: string[];
  /** Whether each signer must verify their identity; false by default. */
  @Omittable() @IsBoolean() requireVerification?: boolean;
  /** A number of your own, which is stored and not returned. */
  @IsOptional() @IsInt() @Min(1) @Max(Number.MAX_SAFE_INTEGER) categoryId?: number | null;
  /** Days between automatic reminders to the signers whose turn it is; no reminders by default. */
  @IsOptional() @IsInt() @Min(1) @Max(MAX_REMIND_DAYS) remindEvery?: number | null;
  /** Whether a signer can have somebody else sign instead; only for the types fast and advanced. False by default. */
  @Omittable() @IsBoolean() allowHandOver?: boolean;
}

const FIELDS = {
  type: 'array',
  items: { type: 'object', additionalProperties: true },
  maxItems: MAX_FIELDS,
} as const;

export class TemplateContentDto {
  /** Who takes part. */
  @Type(() => TemplateRoleDto)
  @IsArray()
  @ArrayMaxSize(MAX_ROLES)
  @IsObject({ each: true })
  @ValidateNested({ each: true })
  roles: TemplateRoleDto[];

  /** Fields in the format of docs/forms.md. */
  @ApiProperty(FIELDS)
  @IsArray()
  fields: unknown[];

  /** How requests are sent unless the sender says otherwise. */
  @Omittable()
  @Type(() => TemplateOptionsDto)
  @IsObject()
  @ValidateNested()
  options?: TemplateOptionsDto;
}

/** Who fills in the fields of an imported form. */
export class ImportTemplateFormDto {
  /** The revision on which the change is based. */
  @IsInt() @Min(1) @Max(2_147_483_647) revision: number;

  /** Who takes part, in place of the roles of the draft; by default these, or, if there are none, one signer. */
  @Omittable()
  @Type(() => TemplateRoleDto)
  @IsArray()
  @ArrayMaxSize(MAX_ROLES)
  @IsObject({ each: true })
  @ValidateNested({ each: true })
  roles?: TemplateRoleDto[];

  /** The role that fills in all fields without one of their own; by default the first. */
  @Omittable() @Matches(KEY, { message: 'role must be the key of a role' }) role?: string;

  /** Roles by the keys of fields. */
  @Omittable()
  @IsObject()
  @ApiProperty({ type: 'object', additionalProperties: { type: 'string' } })
  fieldRoles?: Record<string, unknown>;
}

export class ReplaceDefinitionDto extends TemplateContentDto {
  /** The revision on which the change is based. */
  @IsInt() @Min(1) @Max(2_147_483_647) revision: number;
}
