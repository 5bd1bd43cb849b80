import { toCursor } from '../domain/feed-cursor.js';
import { type FeedPage } from '../webhook-feed.queries.js';

/** JSON of an `EventPageDto` around the events' own bytes. */
export function toEventPage({ bodies, next, hasMore }: FeedPage): Buffer {
  const items = bodies.flatMap((body, index) => (index === 0 ? [body] : [Buffer.from(','), body]));
  const end = `],"next":${JSON.stringify(toCursor(next))},"hasMore":${hasMore}}`;
  return Buffer.concat([Buffer.from('{"items":['), ...items, Buffer.from(end)]);
}
