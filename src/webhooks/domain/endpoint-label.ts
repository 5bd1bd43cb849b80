import { invalid } from '../../common/errors.js';

const MAX_LABEL_LENGTH = 60;

/** An endpoint's name: one line of 1 to 60 characters. @throws AppError 400 */
export function readLabel(text: string): string {
  const label = text.trim();
  if (label !== '' && label.length <= MAX_LABEL_LENGTH && !/\p{C}/u.test(label)) return label;
  throw invalid({
    field: 'label',
    message: `label: must be one line of 1 to ${MAX_LABEL_LENGTH} characters`,
  });
}
