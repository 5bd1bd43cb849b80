/** Follows work on the server: marks each finished step and reloads the page when the work is done. */

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 5_000;

const list = document.querySelector<HTMLElement>('[data-progress]');
if (list) follow(list);

function follow(root: HTMLElement): void {
  const items = [...root.querySelectorAll<HTMLElement>('[data-step]')];
  const said = root.querySelector<HTMLElement>('[data-progress-said]');
  const lost = root.querySelector<HTMLElement>('[data-progress-lost]');
  let wait = FIRST_WAIT_MS;

  /** @returns false if the step belongs to another page, so this one must be left */
  function show(step: string): boolean {
    const current = items.findIndex((item) => item.dataset.step === step);
    if (current < 0) return false;
    items.forEach((item, index) => {
      item.className = index < current ? 'passed' : index === current ? 'current' : '';
    });
    const text = items[current]?.textContent?.trim() ?? '';
    if (said && said.textContent !== text) said.textContent = text;
    return true;
  }

  async function poll(): Promise<void> {
    try {
      const answer = await fetch(root.dataset.progress!, { headers: { accept: 'application/json' } });
      if (answer.status >= 500 || answer.status === 429) throw new Error(String(answer.status));
      const { step } = (await answer.json()) as { step: string };
      if (!show(step)) return location.reload();
      lost?.setAttribute('hidden', '');
      wait = Math.min(wait * 1.2, LONGEST_WAIT_MS);
    } catch {
      lost?.removeAttribute('hidden');
      wait = LONGEST_WAIT_MS;
    }
    setTimeout(() => void poll(), wait);
  }

  /** Receives changes at once. If the stream fails, only polling continues. */
  function listen(address: string): void {
    const source = new EventSource(address);
    source.onmessage = ({ data }) => {
      if (!show((JSON.parse(data as string) as { step: string }).step)) location.reload();
    };
    source.onerror = () => source.close();
    addEventListener('pagehide', () => source.close());
  }

  if (root.dataset.events) listen(root.dataset.events);
  show(root.querySelector<HTMLElement>('.current')?.dataset.step ?? '');
  addEventListener('online', () => void poll(), { once: true });
  setTimeout(() => void poll(), wait);
}
