import { domainToASCII, domainToUnicode } from 'node:url';
import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { isEmail, registerDecorator, type ValidationArguments } from 'class-validator';
import { isStorableText } from './clean-text.js';
import { MAX_EMAIL } from './limits.js';
import { Text } from './text.decorator.js';

const CONTROL_CHARACTERS = /\p{Cc}/u;
const UNSAFE = /[\s\p{Cc}<>,;:"\\]/u;
const INVISIBLE = /\p{Cf}/u;
const ASCII = /^[\x20-\x7e]*$/;

/**
 * Whether the text has the form of an email address. RFC 5322 allows control characters in quotation marks; they are
 * refused here.
 */
export const isWrittenAsEmail = (text: unknown): text is string =>
  typeof text === 'string' && !CONTROL_CHARACTERS.test(text) && isEmail(text, { require_tld: false });

/** Whether an address can be part of SMTP commands: nothing in it could end or extend one. */
export const isSafeAddress = (address: string) => !UNSAFE.test(address) && isStorableText(address);

/** Whether the text is an email address that can receive mail; quoted ones (RFC 5322 §3.4.1) are excluded. */
export const isEmailAddress = (text: unknown): text is string =>
  isWrittenAsEmail(text) && isSafeAddress(text);

/** The same for one that is given anew: also no longer than the API takes, and mail goes where it seems to go. */
export const isAcceptedEmail = (text: unknown): text is string =>
  isEmailAddress(text) && text.length <= MAX_EMAIL && isAsItSeems(text);

/**
 * Whether nothing in an address is invisible, and mail goes to the domain that is written: IDNA maps characters to
 * others (UTS #46 §4), such as `。` to a dot. Otherwise one mailbox could pass for several people.
 */
function isAsItSeems(address: string): boolean {
  const at = address.lastIndexOf('@');
  return (
    !INVISIBLE.test(address.slice(0, at)) &&
    address
      .slice(at + 1)
      .split('.')
      .every(isLabelAsSent)
  );
}

const isLabelAsSent = (label: string) =>
  ASCII.test(label) || domainToUnicode(domainToASCII(label)) === label.toLowerCase().normalize('NFC');

/** An email address, trimmed; case is preserved. */
export function EmailAddress({ each = false }: { each?: boolean } = {}): PropertyDecorator {
  return applyDecorators(
    Transform(({ value }: { value: unknown }) =>
      Array.isArray(value) ? value.map(trimmed) : trimmed(value),
    ),
    Text({ min: 3, max: MAX_EMAIL, each }),
    IsEmailAddress(each),
  );
}

function IsEmailAddress(each: boolean): PropertyDecorator {
  return (target, property) =>
    registerDecorator({
      name: 'isEmail',
      target: target.constructor,
      propertyName: String(property),
      options: { each },
      validator: {
        validate: isAcceptedEmail,
        defaultMessage: ({ property: name }: ValidationArguments) =>
          `${each ? `each value in ${name}` : name} must be an email`,
      },
    });
}

/** The form in which addresses are compared: trimmed and in lower case. */
export const emailKey = (email: string) => email.trim().toLowerCase();

function trimmed(value: unknown): unknown {
  return typeof value === 'string' ? value.trim() : value;
}
