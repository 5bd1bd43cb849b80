import { IsIn, IsInt, IsOptional, Matches, Max, Min } from 'class-validator';
import { EmailAddress } from '../../../common/validation/email.decorator.js';
import { MAX_NAME, MAX_URL } from '../../../common/validation/limits.js';
import { Text } from '../../../common/validation/text.decorator.js';
import { LocaleTag } from '../../../platform/templates/locale.decorator.js';
import { DOCUMENT_TYPES, type DocumentType } from '../../domain/document-type.js';
import { LINK_MINUTES } from '../../domain/link-minutes.js';
import { VERIFICATION_METHODS, type VerificationMethod } from '../../domain/verification-method.js';
import { IsMetadata } from './metadata.decorator.js';
import { IsCallbackUrl, IsRedirectUrl } from './return-url.decorator.js';

const NOT_BLANK = /\S/;

/** The full form: the caller knows the person and the document, and sends the person to `sessionUrl` right away. */
export class CreateVerificationDto {
  @EmailAddress() email: string;
  @Text({ max: MAX_NAME }) @Matches(NOT_BLANK, { message: 'firstName must not be blank' }) firstName: string;
  @Text({ max: MAX_NAME }) @Matches(NOT_BLANK, { message: 'lastName must not be blank' }) lastName: string;
  @IsIn(DOCUMENT_TYPES) documentType: DocumentType;
  @IsIn(VERIFICATION_METHODS) verificationMethod: VerificationMethod;
  /** An absolute URL to which the person returns. An app's own scheme is allowed, but none that a browser would execute. */
  @IsOptional() @Text({ max: MAX_URL }) @IsRedirectUrl() redirectUrl?: string | null;
  /** Free key-value pairs, up to 16 KB. */
  @IsOptional() @IsMetadata() metadata?: Record<string, unknown> | null;
  /**
   * The language of pages, as a BCP 47 tag; the nearest supported language is used. Without a tag, or without a match, the
   * organization's language is used.
   */
  @IsOptional() @LocaleTag() locale?: string | null;
  /** How long the link works, in minutes; 60 by default. */
  @IsOptional() @IsInt() @Min(LINK_MINUTES.least) @Max(LINK_MINUTES.most) expiresInMinutes?: number | null;
}

/** The short form: the person gets the link by email and chooses the document in the flow. */
export class CreateShortVerificationDto {
  @Text({ max: MAX_NAME }) @Matches(NOT_BLANK, { message: 'name must not be blank' }) name: string;
  @EmailAddress() email: string;
  @Text({ max: MAX_URL }) @IsCallbackUrl() callbackUrl: string;
  /**
   * The language of pages and emails, as a BCP 47 tag; the nearest supported language is used. Without a tag, or without a
   * match, the organization's language is used.
   */
  @IsOptional() @LocaleTag() locale?: string | null;
  /** How long the link works, in minutes; 60 by default. */
  @IsOptional() @IsInt() @Min(LINK_MINUTES.least) @Max(LINK_MINUTES.most) expiresInMinutes?: number | null;
}
