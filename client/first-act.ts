/**
 * What shows that a person has opened a page. A program that fetches it shows nothing of that, nor does one that runs its
 * scripts: events that a script makes are not trusted, and nothing counts on a page that is hidden or rendered ahead.
 * `scroll` is not among the events, for scripts scroll, and so does the browser when it restores a page.
 */
const ACTS: Readonly<Record<string, string>> = {
  pointerdown: 'pointer',
  pointermove: 'pointer',
  touchstart: 'touch',
  keydown: 'key',
  wheel: 'scroll',
  // All that some screen readers and voice controls cause.
  click: 'pointer',
};

/** Resolves with what the person does first on this page: `pointer`, `touch`, `key` or `scroll`. */
export const firstAct = new Promise<string>((resolve) => {
  const note = (event: Event) => {
    const isSeen = document.visibilityState === 'visible';
    if (!event.isTrusted || !isSeen || isOfMovingPage(event) || isOfScript(event)) return;
    for (const type of Object.keys(ACTS)) removeEventListener(type, note, true);
    resolve(isTouch(event) ? 'touch' : ACTS[event.type]!);
  };
  for (const type of Object.keys(ACTS)) addEventListener(type, note, { capture: true, passive: true });
});

/** A page that moves beneath a resting pointer causes events too. */
const isOfMovingPage = (event: Event) =>
  event.type === 'pointermove' && !(event as PointerEvent).movementX && !(event as PointerEvent).movementY;

/** A script that clicks a label makes the browser click what it belongs to, which is trusted. */
const isOfScript = ({ type }: Event) => type === 'click' && navigator.userActivation?.hasBeenActive === false;

const isTouch = (event: Event) => (event as PointerEvent).pointerType === 'touch';
