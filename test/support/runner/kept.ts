import { activeHandles } from './open-handles.js';

interface Keeping {
  close(): Promise<unknown>;
  /** The handles that starting it opened. */
  opened: WeakSet<object>;
  /** Whether a handle that was opened later belongs to it. */
  owns(handle: object): boolean;
}

const keepings: Keeping[] = [];

/**
 * Starts something that all spec files of this worker share, such as a browser, and closes it when the worker ends. The
 * handles it opens do not count as leaks of the spec file that uses it.
 */
export async function keepForWorker<Thing extends object>(
  start: () => Promise<Thing>,
  close: (thing: Thing) => Promise<unknown>,
  owns: (thing: Thing, handle: object) => boolean = () => false,
): Promise<Thing> {
  const before = activeHandles();
  const thing = await start();
  const opened = new WeakSet([...activeHandles()].filter((handle) => !before.has(handle)));
  keepings.push({ opened, close: () => close(thing), owns: (handle) => owns(thing, handle) });
  return thing;
}

export function isKept(handle: object): boolean {
  return keepings.some(({ opened, owns }) => opened.has(handle) || owns(handle));
}

/** Whether the worker keeps anything. Timers of kept things come and go. */
export const keepsAnything = () => keepings.length > 0;

/** Closes everything that is kept, newest first. */
export async function closeKept(): Promise<void> {
  for (const keeping of keepings.splice(0).reverse()) await keeping.close();
}
