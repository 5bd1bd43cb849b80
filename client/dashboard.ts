/** For the dashboard: copies a secret that is shown once. */
async function copy(button: HTMLButtonElement): Promise<void> {
  const box = button.closest('.once')!;
  await navigator.clipboard.writeText(box.querySelector('[data-secret]')!.textContent);
  box.querySelector<HTMLElement>('[data-copied]')!.hidden = false;
}

for (const button of document.querySelectorAll<HTMLButtonElement>('[data-copy]'))
  button.addEventListener('click', () => void copy(button));
