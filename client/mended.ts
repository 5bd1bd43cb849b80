/** Removes the error of a field once it is filled in. Sending the form checks it again. */
export function forgetMended({ target }: Event): void {
  if (!(target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)) return;
  // A form's fields are evaluated again, which says more than that they are filled in.
  if (target.closest('[data-entry]')) return;
  const isGiven =
    target.type === 'checkbox' ? (target as HTMLInputElement).checked : target.value.trim() !== '';
  if (!isGiven || target.dataset.way !== undefined) return;
  forget(target.closest('.field.wrong'));
  // A signature can be given in one of several ways.
  forget(target.closest('[data-mark]')?.querySelector('.field.wrong'));
}

function forget(field: Element | null | undefined): void {
  const error = field?.querySelector('.error[id$="-error"]');
  if (!field || !error) return;
  field.classList.remove('wrong');
  error.remove();
  // It may have concerned another field, too.
  for (const named of document.querySelectorAll(`[aria-describedby~="${error.id}"]`)) {
    named.closest('.field')?.classList.remove('wrong');
    named.removeAttribute('aria-invalid');
    const others = named
      .getAttribute('aria-describedby')!
      .split(' ')
      .filter((id) => id !== error.id);
    if (others.length > 0) named.setAttribute('aria-describedby', others.join(' '));
    else named.removeAttribute('aria-describedby');
  }
  forgetInSummary(error.id.replace(/-error$/, ''));
}

/** Removes the error of a field from those above the form. @param field - its id */
export function forgetInSummary(field: string): void {
  const summary = document.querySelector('[data-errors]');
  summary?.querySelector(`a[href="#${field}"]`)?.closest('p')?.remove();
  if (summary && !summary.querySelector('p')) summary.remove();
}
