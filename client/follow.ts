/** Keeps this page in step with its session: when another device goes on, the page loads itself anew. */

const POLL_MS = 2_000;

for (const root of document.querySelectorAll<HTMLElement>('[data-follow]'))
  followSteps(root.dataset.follow!, root.dataset.state!, reloadOnChange());

/** Calls `tell` with the step of the session, and whenever it changes. Server-sent events; where they fail, polling. */
function followSteps(events: string, state: string, tell: (step: string) => void): void {
  let timer: number | undefined;
  const poll = async () => {
    try {
      const answer = await fetch(state, { headers: { accept: 'application/json' } });
      if (answer.ok) tell(((await answer.json()) as { step: string }).step);
    } catch {
      // Asked again soon; the page itself says when it needs the connection.
    }
    timer = window.setTimeout(() => void poll(), POLL_MS);
  };
  const source = new EventSource(events);
  source.onmessage = ({ data }) => tell((JSON.parse(data as string) as { step: string }).step);
  source.onerror = () => {
    source.close();
    if (timer === undefined) void poll();
  };
  addEventListener('pagehide', () => {
    source.close();
    clearTimeout(timer);
  });
}

/** The first step is the page's own; a page that sends something itself, or has a camera open, is left alone. */
function reloadOnChange(): (step: string) => void {
  let own: string | undefined;
  return (step) => {
    own ??= step;
    if (step !== own && !document.body.dataset.busy) location.reload();
  };
}
