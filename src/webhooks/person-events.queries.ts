import { type EntityManager } from 'typeorm';

/** A recorded event, as it was or would be delivered. */
export interface RecordedEvent {
  seq: number;
  createdAt: Date;
  /** JSON. */
  body: string;
}

const NAMING = `
  select seq, created_at as "createdAt", convert_from(body, 'UTF8') as body from webhook_events
  where organization_id = $1 and seq > $2 and strpos(lower(convert_from(body, 'UTF8')), $3) > 0
  order by seq limit $4`;

const BATCH = 100;

/** The events whose body contains a text, such as an address, in order. Reads all of the organization's events. */
export async function* eventsNaming(
  manager: EntityManager,
  organizationId: number,
  text: string,
): AsyncGenerator<RecordedEvent> {
  const inJson = JSON.stringify(text.toLowerCase()).slice(1, -1);
  let after = 0;
  for (;;) {
    const batch = await manager.query<RecordedEvent[]>(NAMING, [organizationId, after, inJson, BATCH]);
    yield* batch;
    if (batch.length < BATCH) return;
    after = batch.at(-1)!.seq;
  }
}
