import { type DataSource } from 'typeorm';
import { type ApiClient } from './api-client.js';
import { publishedTemplate, RENT_TEMPLATE } from './templates.js';

export const BULK_SENDS = '/api/v1/bulk-sends';
export const CSV = { headers: { 'content-type': 'text/csv' } };

/** Rows for `RENT_TEMPLATE`. @param count of them */
export const rentRows = (count: number): string =>
  [
    'reference,tenant.email,tenant.name,rent',
    ...Array.from({ length: count }, (_, at) => `r${at},t${at}@signers.test,Tenant ${at},${1_000 + at}`),
  ].join('\r\n');

/** A bulk send of a published template, without rows. @returns its path */
export async function emptyBulkSend(
  organization: { api: ApiClient },
  given: object = {},
  definition: object = RENT_TEMPLATE,
): Promise<string> {
  const template = await publishedTemplate(organization, definition);
  const templateId = Number(template.split('/').at(-1));
  const made = await organization.api.post(BULK_SENDS, { name: 'Rents', templateId, ...given });
  if (made.status !== 201) throw new Error(`the bulk send was answered with ${JSON.stringify(made.body)}`);
  return `${BULK_SENDS}/${made.body.id}`;
}

/** The same with rows, checked. */
export async function checkedBulkSend(
  organization: { api: ApiClient },
  rows: string = rentRows(3),
  given: object = {},
): Promise<string> {
  const path = await emptyBulkSend(organization, given);
  const put = await organization.api.put(`${path}/rows`, Buffer.from(rows), CSV);
  if (put.status !== 200) throw new Error(`the rows were answered with ${JSON.stringify(put.body)}`);
  return path;
}

/** A file for which the example of a parameter of the upload is right. */
export const uploadFor = (parameter: string) => ({
  ...CSV,
  body: Buffer.from(`${parameter === 'columns' ? 'E-Mail' : 'tenant.email'};rent\r\nada@example.com;1000`),
});

/** Keeps others from locking a row until it is let go. @param row - a query that finds it @returns lets it go */
async function heldRow(dataSource: DataSource, row: string, values: unknown[]): Promise<() => Promise<void>> {
  const runner = dataSource.createQueryRunner();
  await runner.startTransaction();
  // A busy machine may need longer than the service lets a transaction wait.
  await runner.query('set local idle_in_transaction_session_timeout = 0');
  await runner.query(`${row} for update`, values);
  return async () => {
    await runner.rollbackTransaction();
    await runner.release();
  };
}

/** Keeps every request of a bulk send from being made until the returned function is called. */
export const heldBulkSend = (dataSource: DataSource, id: string): Promise<() => Promise<void>> =>
  heldRow(dataSource, 'select from templates where id = (select template_id from bulk_sends where id = $1)', [
    id,
  ]);

/** The same for the batch with this row, which then keeps the bulk send from changing. */
export const heldBatch = (dataSource: DataSource, id: string, number: number): Promise<() => Promise<void>> =>
  heldRow(dataSource, 'select from bulk_send_rows where bulk_send_id = $1 and number = $2', [id, number]);
