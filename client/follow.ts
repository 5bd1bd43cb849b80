/** Keeps this page in step with its session: it reloads when another device moves on. */

const POLL_MS = 2_000;

for (const root of document.querySelectorAll<HTMLElement>('[data-follow]'))
  followSteps(root.dataset.follow!, root.dataset.state!, reloadOnChange());

/** Calls `onStep` with the current step and on each change, by server-sent events or, if they fail, by polling. */
function followSteps(events: string, state: string, onStep: (step: string) => void): void {
  let timer: number | undefined;
  const poll = async () => {
    try {
      const answer = await fetch(state, { headers: { accept: 'application/json' } });
      if (answer.ok) onStep(((await answer.json()) as { step: string }).step);
    } catch {
      // Tried again with the next poll. The page reports a lost connection when it needs one.
    }
    timer = window.setTimeout(() => void poll(), POLL_MS);
  };
  const source = new EventSource(events);
  source.onmessage = ({ data }) => onStep((JSON.parse(data as string) as { step: string }).step);
  source.onerror = () => {
    source.close();
    if (timer === undefined) void poll();
  };
  addEventListener('pagehide', () => {
    source.close();
    clearTimeout(timer);
  });
}

/** The first step is this page's. A page that is sending something or using the camera does not reload. */
function reloadOnChange(): (step: string) => void {
  let own: string | undefined;
  return (step) => {
    own ??= step;
    if (step !== own && !document.body.dataset.busy) location.reload();
  };
}
