import { InvalidArgumentError } from 'commander';
import { parseId } from '../common/ids.js';
import { type Scope, SCOPES } from '../organizations/scopes.js';
import { USER_ROLES, type UserRole } from '../organizations/user.entity.js';

export function idArgument(text: string): number {
  const id = parseId(text);
  if (id === null) throw new InvalidArgumentError('It must be a positive integer.');
  return id;
}

export function secondsArgument(text: string): number {
  if (!/^\d{1,5}$/.test(text)) throw new InvalidArgumentError('It must be a number of seconds, such as 30.');
  return Number(text);
}

/** Parses comma-separated scopes; empty text means none. */
export function scopesArgument(text: string): Scope[] {
  const scopes = text.split(',').filter((scope) => scope !== '');
  const unknown = scopes.find((scope) => !(SCOPES as readonly string[]).includes(scope));
  if (unknown !== undefined) throw new InvalidArgumentError(`${unknown} is not one of ${SCOPES.join(', ')}.`);
  return scopes as Scope[];
}

export function roleArgument(text: string): UserRole {
  const role = USER_ROLES.find((known) => known === text);
  if (role === undefined) throw new InvalidArgumentError(`It must be one of ${USER_ROLES.join(', ')}.`);
  return role;
}

export const listArgument = (text: string): string[] => text.split(',').filter((entry) => entry !== '');
