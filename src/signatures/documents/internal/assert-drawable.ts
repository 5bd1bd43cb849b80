import { scriptName, SYMBOLS } from '../../../pdf/script-names.js';
import { type TextFonts } from '../../../pdf/text-fonts.js';
import { DEFAULT_LOCALE } from '../../../platform/templates/locales.js';
import { undrawable } from '../../domain/drawn-texts.js';
import { scriptUnsupported } from '../../internal/signature.errors.js';

/** @throws AppError 400 naming each field with characters that no available font has, and their script */
export function assertDrawable(
  fonts: Pick<TextFonts, 'missingScript'>,
  texts: readonly (readonly [field: string, text: string])[],
): void {
  const problems = texts.flatMap(([field, text]) => {
    const script = fonts.missingScript(text);
    return script === null
      ? []
      : [undrawable(field, script === SYMBOLS ? null : scriptName(script, DEFAULT_LOCALE))];
  });
  if (problems.length > 0) throw scriptUnsupported(problems);
}
