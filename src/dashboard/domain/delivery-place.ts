import { parseId } from '../../common/ids.js';
import { type DeliveryPlace } from '../../webhooks/webhook-browsing.queries.js';

export { type DeliveryPlace };

/** Milliseconds since 1970 and the delivery's number. */
const PLACE = /^(\d{1,15})-(\d{1,16})$/;

/** A place in the list of deliveries for an address. */
export const placeText = ({ createdAt, seq }: DeliveryPlace) => `${createdAt.getTime()}-${seq}`;

/** Undefined for any text that `placeText` does not produce. */
export function readPlace(text: string): DeliveryPlace | undefined {
  const [, ms, number] = PLACE.exec(text) ?? [];
  const createdAt = new Date(Number(ms));
  const seq = parseId(number ?? '');
  return seq === null || Number.isNaN(createdAt.getTime()) ? undefined : { createdAt, seq };
}
