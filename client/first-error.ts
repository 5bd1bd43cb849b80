/** The first element to show for a form with errors: the summary above it, or else the first invalid control. */
export function firstError(root: ParentNode): HTMLElement | null {
  const summary = root.querySelector<HTMLElement>('[data-errors]');
  const wrong = root.querySelector<HTMLElement>('[aria-invalid="true"]');
  return summary ?? (wrong instanceof HTMLFieldSetElement ? wrong.querySelector('input') : wrong);
}
