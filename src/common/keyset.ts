import { parseId } from './ids.js';

/** Where a list in the order of creation goes on: after the row with this time and id. */
export interface Place {
  createdAt: Date;
  id: number;
}

const PLACE = /^(\d{1,15})-(\d{1,16})$/;

/** A place as it stands in an address. */
export const writePlace = ({ createdAt, id }: Place) => `${createdAt.getTime()}-${id}`;

/** Undefined for anything that `writePlace` does not write. */
export function readPlace(text: unknown): Place | undefined {
  const [, time = '', idText = ''] = typeof text === 'string' ? (PLACE.exec(text) ?? []) : [];
  const createdAt = new Date(Number(time));
  const id = parseId(idText);
  return id === null || time === '' || Number.isNaN(createdAt.getTime()) ? undefined : { createdAt, id };
}
