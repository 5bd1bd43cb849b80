/** Whether single keys do something: their user can turn them off (WCAG 2.2, 2.1.4). */
const KEYS_OFF = 'countersign-review-keys-off';

export const areKeysOn = (): boolean => localStorage.getItem(KEYS_OFF) === null;

/** Shows in a box of a page whether they are on, and turns them on and off. */
export function offerKeys(box: HTMLInputElement): void {
  box.checked = areKeysOn();
  box.addEventListener('change', () => {
    if (box.checked) localStorage.removeItem(KEYS_OFF);
    else localStorage.setItem(KEYS_OFF, '');
  });
}

/** Whether a key belongs to the field that has the focus, or to the browser. */
export function isTaken({ target, ctrlKey, metaKey, altKey, isComposing }: KeyboardEvent): boolean {
  const typed = 'input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable]';
  return ctrlKey || metaKey || altKey || isComposing || (target as Element).closest(typed) !== null;
}
