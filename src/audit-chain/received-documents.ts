import { type ChainedEvent } from './audit-chain.js';
import { MAX_DOCUMENTS } from './evidence-version-2.js';

/** The number of the document that an event is about; events from before there could be several have none. */
function numberIn({ data: { n = 1 } }: Pick<ChainedEvent, 'data'>): number | null {
  const isNumber = typeof n === 'number' && Number.isInteger(n) && n >= 1 && n <= MAX_DOCUMENTS;
  return isNumber ? n : null;
}

/**
 * The event in which each document of a request was received last, by the document's number from 1. Documents move up
 * when one before them is removed.
 */
export function receivedIn<Event extends Pick<ChainedEvent, 'type' | 'data'>>(
  events: readonly Event[],
): Map<number, Event> {
  const received: (Event | undefined)[] = [];
  for (const event of events) {
    const n = numberIn(event);
    if (n === null) continue;
    const at = n - 1;
    if (event.type === 'document_uploaded' || event.type === 'document_typeset') received[at] = event;
    else if (event.type === 'document_removed') received.splice(at, 1);
  }
  return new Map([...received.entries()].flatMap(([at, event]) => (event ? [[at + 1, event]] : [])));
}
