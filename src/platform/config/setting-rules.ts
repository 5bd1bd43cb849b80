import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import {
  IsBooleanString,
  IsIn,
  IsNumber,
  IsOptional,
  IsString,
  IsUrl,
  Matches,
  ValidateBy,
} from 'class-validator';
import { isCidrList } from './cidr-list.js';

/** Context of a setting's rule, so that its error and docs/settings.md describe its value alike. */
export interface SettingContext {
  /** Completes "NAME must be …". */
  value: string;
}

const valued = (value: string) => ({ message: `$property must be ${value}`, context: { value } });

/** Any text. */
export const Text = () => applyDecorators(IsOptional(), IsString());

/** @param value - describes what the pattern accepts, such as "an smtp:// address" */
export const Pattern = (pattern: RegExp, value: string) =>
  applyDecorators(IsOptional(), Matches(pattern, valued(value)));

/** A whole number, with one message for all violations. */
export const Whole = (least: number, most: number) => {
  const isWithin = (value: unknown) =>
    Number.isInteger(value) && Number(value) >= least && Number(value) <= most;
  return applyDecorators(
    IsOptional(),
    Transform(({ value }) => toNumber(value)),
    ValidateBy(
      { name: 'whole', validator: { validate: isWithin } },
      valued(`a whole number from ${least} to ${most}`),
    ),
  );
};

/** A number from 0 to 1, written as a decimal. */
export const Share = () =>
  applyDecorators(
    IsOptional(),
    Transform(({ value }) =>
      /^(?:0|1|0?\.\d+|1\.0+)$/.test(String(value)) ? Number(value) : (value as unknown),
    ),
    IsNumber({}, valued('a number from 0 to 1, such as 0.1')),
  );

export const Flag = () => applyDecorators(IsOptional(), IsBooleanString(valued('true or false')));

export const OneOf = (values: readonly string[]) =>
  applyDecorators(IsOptional(), IsIn(values, valued(`one of ${values.join(', ')}`)));

/** Such as `127.0.0.0/8,::1/128`. */
export const CidrList = () =>
  applyDecorators(
    IsOptional(),
    ValidateBy(
      { name: 'isCidrList', validator: { validate: isCidrList } },
      valued('a comma-separated list of CIDR ranges, such as 10.0.0.0/8,::1/128'),
    ),
  );

export const WebUrl = () => webUrl(['http', 'https'], 'an http:// or https:// address');

export const HttpsUrl = () => webUrl(['https'], 'an https:// address');

function webUrl(protocols: string[], value: string) {
  const rules = { protocols, require_tld: false, require_protocol: true };
  return applyDecorators(IsOptional(), IsUrl(rules, valued(value)));
}

function toNumber(value: unknown): unknown {
  return typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
}
