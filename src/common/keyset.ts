import { parseId } from './ids.js';

/** Where a list in the order of creation goes on: after the row with this time and id. */
export interface Place {
  createdAt: Date;
  id: number;
}

const PLACE = /^(\d{1,15})-(\d{1,16})$/;

/** A place as written in an address. */
export const writePlace = ({ createdAt, id }: Place) => `${createdAt.getTime()}-${id}`;

/** Undefined for anything that `writePlace` does not write. */
export function readPlace(text: unknown): Place | undefined {
  const [, time = '', idText = ''] = typeof text === 'string' ? (PLACE.exec(text) ?? []) : [];
  const createdAt = new Date(Number(time));
  const id = parseId(idText);
  return id === null || time === '' || Number.isNaN(createdAt.getTime()) ? undefined : { createdAt, id };
}

const BATCH = 200;

/** Everything that `read` finds, which gets a place to go on after and a limit, in batches that are never empty. */
export async function* inBatches<Row extends Place>(
  read: (before: Place | undefined, limit: number) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  let batch = await read(undefined, BATCH);
  while (batch.length > 0) {
    yield batch;
    batch = batch.length < BATCH ? [] : await read(batch.at(-1), BATCH);
  }
}
