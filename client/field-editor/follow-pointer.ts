/** Pixels that a pointer must move to turn a press into a drag. */
const THRESHOLD = 4;

interface Follower {
  /** Called for each move, from the threshold on. */
  moved(event: PointerEvent): void;
  /** The pointer was released or cancelled; only called after `moved`. */
  ended(): void;
}

/** Follows a pressed pointer across the whole window. @param surface - receives the pointer's events while dragging */
export function followPointer(start: PointerEvent, surface: HTMLElement, follower: Follower): void {
  let isDrag = false;
  const move = (event: PointerEvent) => {
    if (event.pointerId !== start.pointerId) return;
    const distance = Math.hypot(event.clientX - start.clientX, event.clientY - start.clientY);
    if (!isDrag && distance < THRESHOLD) return;
    if (!isDrag) surface.setPointerCapture(start.pointerId);
    isDrag = true;
    follower.moved(event);
  };
  const end = (event: PointerEvent) => {
    if (event.pointerId !== start.pointerId) return;
    removeEventListener('pointermove', move);
    removeEventListener('pointerup', end);
    removeEventListener('pointercancel', end);
    if (isDrag) follower.ended();
  };
  addEventListener('pointermove', move);
  addEventListener('pointerup', end);
  addEventListener('pointercancel', end);
}
