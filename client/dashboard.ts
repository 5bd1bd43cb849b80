/** For the dashboard: copies what is shown, and keeps live regions in step with the server. */
import { followLive } from './live.js';
import { showLocalTimes } from './local-times.js';

async function copy(button: HTMLButtonElement): Promise<void> {
  const box = button.closest('.once')!;
  await navigator.clipboard.writeText(box.querySelector('[data-secret]')!.textContent);
  box.querySelector<HTMLElement>('[data-copied]')!.hidden = false;
}

for (const button of document.querySelectorAll<HTMLButtonElement>('[data-copy]'))
  button.addEventListener('click', () => void copy(button));

followLive(showLocalTimes);
