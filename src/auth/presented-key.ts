import { type IncomingHttpHeaders } from 'node:http';
import { unauthorized } from '../common/errors.js';
import { API_KEY_PREFIX } from '../organizations/api-keys.service.js';

const BEARER = /^Bearer +([\x21-\x7e]{1,200})$/i;

/**
 * The key of a request, from `Authorization: Bearer` or `x-api-key`, which are equivalent.
 * @throws AppError 401 for no key, two different keys, another scheme, or a key that does not begin with sk_
 */
export function presentedKey(headers: IncomingHttpHeaders): string {
  const { authorization, 'x-api-key': apiKey } = headers;
  const bearer = authorization === undefined ? undefined : BEARER.exec(authorization)?.[1];
  if (authorization !== undefined && bearer === undefined) throw unauthorized();
  if (Array.isArray(apiKey) || (bearer !== undefined && apiKey !== undefined && bearer !== apiKey))
    throw unauthorized();
  const key = bearer ?? apiKey;
  if (key === undefined || key === '') throw unauthorized();
  if (!key.startsWith(API_KEY_PREFIX)) throw unauthorized('Invalid API key format');
  return key;
}
