import { checkValue } from '../../forms/check-value.js';
import { readForm } from '../../forms/read-form.js';
import { readEntry } from '../../forms/read-value.js';
import { formatNumber } from '../../forms/show-value.js';
import { type Statement } from '../../platform/templates/statement.js';
import { faultText } from '../../signing/domain/form-faults.js';
import { formOf, type TemplateContent } from '../../templates/domain/template-content.js';
import { askedFields, type TemplateUseForm } from './template-use-form.js';

/**
 * What the rules of the fields find wrong with the sender's entries, by key, in the words that signers read.
 * @param locale - how numbers were typed
 * @param today - `YYYY-MM-DD`, from which the limits of days count
 */
export function toldValues(
  content: TemplateContent,
  { values }: Pick<TemplateUseForm, 'values'>,
  { locale, today }: { locale: string; today: string },
): Map<string, Statement> {
  const patterns = readForm(formOf(content)).form?.patterns ?? new Map<string, never>();
  const told = new Map<string, Statement>();
  for (const field of askedFields(content)) {
    const { value, fault } = readEntry(field, values.get(field.key) ?? '', locale);
    const [found] = fault ? [fault] : checkValue(field, value, { today, patterns });
    if (!found) continue;
    const { problem, values: given } = faultText(field, found, value, { locale, today });
    told.set(
      field.key,
      // Only signers' pages offer the readings to choose from.
      found.readings
        ? {
            key: 'dashboard.prepare.form.try.said.entry_ambiguous',
            values: { limit: found.readings.map((reading) => formatNumber(reading, locale)).join(' / ') },
          }
        : { key: `signing.form.problems.${problem}`, values: given as Statement['values'] },
    );
  }
  return told;
}
