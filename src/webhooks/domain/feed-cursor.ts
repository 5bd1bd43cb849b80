/**
 * A place in the feed: after the event with this number in this transaction, or before all of them if the number is
 * 0. Transactions are numbered within an era.
 */
export interface FeedPlace {
  era: number;
  /** Up to 2^64 - 1. */
  xid: string;
  seq: number;
}

const PLACE = /^(\d{1,9})\.(\d{1,19})\.(\d{1,15})$/;

/** The place as opaque, URL-safe text. */
export const toCursor = ({ era, xid, seq }: FeedPlace): string =>
  Buffer.from(`${era}.${xid}.${seq}`).toString('base64url');

/** Null for a text that `toCursor` did not write. */
export function readCursor(text: string): FeedPlace | null {
  const [, era, xid, seq] = PLACE.exec(Buffer.from(text, 'base64url').toString('latin1')) ?? [];
  if (era === undefined || xid === undefined || seq === undefined) return null;
  const place = { era: Number(era), xid: BigInt(xid).toString(), seq: Number(seq) };
  return toCursor(place) === text ? place : null;
}
