/**
 * Events that show that a person has opened a page. Programs that fetch it or run its scripts cause none: events made
 * by scripts are not trusted, and nothing counts on a hidden or prerendered page. `scroll` events are left out, since
 * scripts scroll, and so do browsers restoring a page.
 */
const ACTS: Readonly<Record<string, string>> = {
  pointerdown: 'pointer',
  pointermove: 'pointer',
  touchstart: 'touch',
  keydown: 'key',
  wheel: 'scroll',
  // The only event that some screen readers and voice controls cause.
  click: 'pointer',
};

/** Resolves with the person's first act on this page: `pointer`, `touch`, `key` or `scroll`. */
export const firstAct = new Promise<string>((resolve) => {
  const note = (event: Event) => {
    const isSeen = document.visibilityState === 'visible';
    if (!event.isTrusted || !isSeen || isOfMovingPage(event) || isOfScript(event)) return;
    for (const type of Object.keys(ACTS)) removeEventListener(type, note, true);
    resolve(isTouch(event) ? 'touch' : ACTS[event.type]!);
  };
  for (const type of Object.keys(ACTS)) addEventListener(type, note, { capture: true, passive: true });
});

/** A page moving beneath a resting pointer also causes events. */
const isOfMovingPage = (event: Event) =>
  event.type === 'pointermove' && !(event as PointerEvent).movementX && !(event as PointerEvent).movementY;

/** If a script clicks a label, the browser clicks its control, and that event is trusted. */
const isOfScript = ({ type }: Event) => type === 'click' && navigator.userActivation?.hasBeenActive === false;

const isTouch = (event: Event) => (event as PointerEvent).pointerType === 'touch';
