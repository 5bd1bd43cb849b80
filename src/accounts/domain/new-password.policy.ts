import { MAX_PASSWORD, MIN_PASSWORD } from '../../organizations/password.js';
import { type Statement } from '../../platform/templates/statement.js';
import { isCommonPassword } from './common-password.js';

/**
 * What is wrong with a new password, or null. Length matters, kinds of characters do not (NIST SP 800-63B-4
 * §3.1.1.2).
 * @param known - words that others know about the person
 */
export function passwordProblem(password: string, known: readonly string[]): Statement | null {
  const characters = [...password.normalize('NFC')];
  if (characters.length < MIN_PASSWORD)
    return {
      key: 'dashboard.password.tooShort',
      values: { min: MIN_PASSWORD, count: characters.length },
    };
  if (characters.length > MAX_PASSWORD || !password.isWellFormed())
    return { key: 'dashboard.password.tooLong', values: { max: MAX_PASSWORD } };
  const lower = password.toLowerCase();
  if (new Set(characters).size < 5 || known.some((word) => lower === word.toLowerCase()))
    return { key: 'dashboard.password.tooSimple' };
  if (isCommonPassword(password)) return { key: 'dashboard.password.common' };
  return null;
}
