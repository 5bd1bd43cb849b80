import { type SharedTestApp, type TestOrganization } from './app.js';
import { sendRequest } from './samples.js';
import { until } from './until.js';

export const DELIVERIES = '/api/v1/webhook-notifications';

/** Gives the organization an endpoint at an address where nothing answers. */
export async function receiveWebhooks(test: SharedTestApp, organizationId: number): Promise<void> {
  await test.dataSource.query('update webhook_endpoints set url = $2 where organization_id = $1', [
    organizationId,
    'https://127.0.0.1:1/hook',
  ]);
}

const FAIL_ONE = `
  update webhook_deliveries set status = 'failed', parked = false, next_retry_at = null, failure_reason = 'refused'
  where id = (select id from webhook_deliveries
              where organization_id = $1 and status = 'pending' order by seq desc limit 1)
  returning id`;

/** @returns the id of a delivery that has permanently failed */
export async function failedDelivery(
  test: SharedTestApp,
  { organizationId, api }: TestOrganization,
): Promise<string> {
  await receiveWebhooks(test, organizationId);
  await sendRequest(api);
  return failOne(test, organizationId);
}

/** Lets the newest delivery that waits fail for good. @returns its id */
export async function failOne(test: SharedTestApp, organizationId: number): Promise<string> {
  const failed = await until('a delivery has failed', async () => {
    const [[row]] = await test.dataSource.query<[{ id: string }[]]>(FAIL_ONE, [organizationId]);
    return row;
  });
  return failed!.id;
}
