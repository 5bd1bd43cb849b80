import { parseId } from './ids.js';

/** Where a list in order of creation continues: after the row with this time and id. */
export interface Place {
  createdAt: Date;
  id: number;
}

const PLACE = /^(\d{1,15})-(\d{1,16})$/;

/** A place as written in a URL. */
export const writePlace = ({ createdAt, id }: Place) => `${createdAt.getTime()}-${id}`;

/** Undefined for any text that `writePlace` does not produce. */
export function readPlace(text: unknown): Place | undefined {
  const [, time = '', idText = ''] = typeof text === 'string' ? (PLACE.exec(text) ?? []) : [];
  const createdAt = new Date(Number(time));
  const id = parseId(idText);
  return id === null || time === '' || Number.isNaN(createdAt.getTime()) ? undefined : { createdAt, id };
}

const BATCH = 200;

/**
 * Everything that `read` finds, in batches that are never empty. `read` receives a place to continue after and a
 * limit.
 */
export async function* inBatches<Row extends Place>(
  read: (before: Place | undefined, limit: number) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  let batch = await read(undefined, BATCH);
  while (batch.length > 0) {
    yield batch;
    batch = batch.length < BATCH ? [] : await read(batch.at(-1), BATCH);
  }
}
