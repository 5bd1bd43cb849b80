import { parseId } from '../../common/ids.js';
import { type DeliveryPlace } from '../../webhooks/webhook-browsing.queries.js';

/** Milliseconds since 1970 and the delivery's number. */
const PLACE = /^(\d{1,15})-(\d{1,16})$/;

/** A place in the list of deliveries for an address. */
export const placeText = ({ createdAt, seq }: DeliveryPlace) => `${createdAt.getTime()}-${seq}`;

/** Undefined for anything that is not a place: the list then starts with the newest. */
export function readPlace(text: unknown): DeliveryPlace | undefined {
  const [, ms, number] = PLACE.exec(String(text)) ?? [];
  const createdAt = new Date(Number(ms));
  const seq = parseId(number ?? '');
  return seq === null || Number.isNaN(createdAt.getTime()) ? undefined : { createdAt, seq };
}
