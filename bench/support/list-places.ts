import { type Client } from 'pg';

/** The start of a page: its number, and the place it continues from, as written in an address. */
export interface ListPlace {
  number: number;
  place: string;
}

const ROWS_ON_A_PAGE = 50;
const PAGES = [10, 100, 1_000, 10_000];

const LISTS = {
  signatures: `select created_at, id from signatures where organization_id = $1 and deleted_at is null
    order by created_at desc, id desc offset $2 limit 1`,
  deliveries: `select created_at, seq as id from webhook_deliveries where organization_id = $1
    order by created_at desc, seq desc offset $2 limit 1`,
};

/** Places deep in the lists of an organization's requests and deliveries, down to the end. */
export async function placesOf(
  client: Client,
  organizationId: number,
): Promise<Record<keyof typeof LISTS, ListPlace[]>> {
  const read = async (list: keyof typeof LISTS) => {
    const places: ListPlace[] = [];
    for (const number of PAGES) {
      const { rows } = await client.query<{ created_at: Date; id: string }>(LISTS[list], [
        organizationId,
        (number - 1) * ROWS_ON_A_PAGE - 1,
      ]);
      for (const { created_at: time, id } of rows) places.push({ number, place: `${time.getTime()}-${id}` });
    }
    return places;
  };
  return { signatures: await read('signatures'), deliveries: await read('deliveries') };
}
