import { type ApiClient } from './api-client.js';
import { until } from './until.js';

/**
 * The first page of an organization's feed once it has this many events. The feed waits for transactions that began
 * before an event's own, including those of other tests on this server.
 */
export async function feedWith<Event = object>(
  { api }: { api: ApiClient },
  count: number,
  query = '',
): Promise<Event[]> {
  const items = await until(`the feed shows ${count} events`, async () => {
    const { body } = await api.get(`/api/v1/events${query}`);
    return body.items.length >= count && (body.items as Event[]);
  });
  return items as Event[];
}
