/** What leads to what is wrong with a form: the summary above it, or else the first control that is wrong. */
export function firstError(root: ParentNode): HTMLElement | null {
  const summary = root.querySelector<HTMLElement>('[data-errors]');
  const wrong = root.querySelector<HTMLElement>('[aria-invalid="true"]');
  return summary ?? (wrong instanceof HTMLFieldSetElement ? wrong.querySelector('input') : wrong);
}
