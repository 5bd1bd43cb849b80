import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT_ROOT } from '../../platform/config/paths.js';
import { refusalWords } from './refusal-words.js';

const path = join(PROJECT_ROOT, 'views/locales/en/dashboard.json');
const { refusals } = JSON.parse(readFileSync(path, 'utf8')) as { refusals: Record<string, string> };
const GROUPS = ['document', 'address', 'name', 'fields', 'value', 'archive', 'other'] as const;

describe('the words of a refusal', () => {
  it.each(Object.keys(refusals).filter((key) => !(GROUPS as readonly string[]).includes(key)))(
    'need no English for %s',
    (code) => {
      expect(refusalWords({ code, message: 'why' }, 'other')).toEqual({
        words: { key: `dashboard.refusals.${code}` },
        reason: 'why',
        isWhole: true,
      });
    },
  );

  it.each(GROUPS)('name what was refused if the code has none of its own: %s', (refused) => {
    for (const code of ['not_known', undefined])
      expect(refusalWords({ code, message: 'why' }, refused)).toEqual({
        words: { key: `dashboard.refusals.${refused}` },
        reason: 'why',
        isWhole: false,
      });
    expect(refusals).toHaveProperty(refused);
  });
});
