import { registerDecorator, type ValidationArguments } from 'class-validator';
import ipaddr from 'ipaddr.js';

/** A comma-separated list of CIDR ranges, such as `127.0.0.0/8,::1/128`. */
export function IsCidrList(): PropertyDecorator {
  return (target, property) =>
    registerDecorator({
      name: 'isCidrList',
      target: target.constructor,
      propertyName: String(property),
      validator: {
        validate: (value: unknown) =>
          typeof value === 'string' && splitList(value).every((range) => ipaddr.isValidCIDR(range)),
        defaultMessage: ({ property: name }: ValidationArguments) =>
          `${name} must be a comma-separated list of CIDR ranges, such as 10.0.0.0/8,::1/128`,
      },
    });
}

/** Splits a comma-separated list, without spaces and empty entries. */
export function splitList(text: string): string[] {
  return text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
}
