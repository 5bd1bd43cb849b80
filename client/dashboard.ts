/** For the dashboard: copies and prints secrets that are shown once. */
import './passkeys.js';

async function copy(button: HTMLButtonElement): Promise<void> {
  const box = button.closest('.once')!;
  await navigator.clipboard.writeText(box.querySelector('[data-secret]')!.textContent);
  box.querySelector<HTMLElement>('[data-copied]')!.hidden = false;
}

for (const button of document.querySelectorAll<HTMLButtonElement>('[data-copy]'))
  button.addEventListener('click', () => void copy(button));

document.querySelector('[data-print]')?.addEventListener('click', () => print());
