import { type FeedPage } from '../webhook-feed.queries.js';

/** JSON of an `EventPageDto`, built from the events' own bytes. @param next - the cursor of the place */
export function toEventPage({ bodies, hasMore }: FeedPage, next: string): Buffer {
  const items = bodies.flatMap((body, index) => (index === 0 ? [body] : [Buffer.from(','), body]));
  const end = `],"next":${JSON.stringify(next)},"hasMore":${hasMore}}`;
  return Buffer.concat([Buffer.from('{"items":['), ...items, Buffer.from(end)]);
}
