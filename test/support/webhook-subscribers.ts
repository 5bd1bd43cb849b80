import { createHmac } from 'node:crypto';
import { type Settings } from '../../src/platform/config/settings.js';
import { type DomainEventType } from '../../src/platform/events/domain-events.js';
import { JobQueue } from '../../src/platform/jobs/job-queue.js';
import { type SignaturePayload } from '../../src/signatures/signature-payload.mapper.js';
import { WebhookEndpointsService } from '../../src/webhooks/webhook-endpoints.service.js';
import { startTestApp, type TestApp, type TestOrganization } from './app.js';
import { publishEvent } from './events.js';
import { type Inbox, Receiver } from './receiver.js';
import { until } from './until.js';

const HISTORY = '/api/v1/webhook-notifications';

/** A delivery record as the API returns it. */
export interface DeliveryRecord {
  id: string;
  event: string;
  webhookId: string;
  endpointId: number | null;
  replayOf: string | null;
  status: string;
  attempts: number;
  deliveredAt: string;
  nextRetryAt: string | null;
  requestBody: Record<string, unknown>;
}

/** The `X-Service-Signature` of a body. */
export const signatureOf = (body: Buffer, secret: string) =>
  createHmac('sha256', secret).update(body).digest('hex');

/** An application whose organizations receive their webhooks at a receiver on this machine. */
export class WebhookSubscribers {
  private constructor(
    readonly test: TestApp,
    readonly receiver: Receiver,
    readonly endpoints: WebhookEndpointsService,
  ) {}

  static async start(settings: Partial<Settings> = {}): Promise<WebhookSubscribers> {
    const receiver = await Receiver.start();
    const test = await startTestApp({
      ...settings,
      webhookAllowedCidrs: ['127.0.0.0/8', '::1/128'],
      webhookCaFile: receiver.caFile,
    });
    return new WebhookSubscribers(test, receiver, test.app.get(WebhookEndpointsService));
  }

  async stop(): Promise<void> {
    await this.test.close();
    await this.receiver.stop();
  }

  async subscriber({ url }: Inbox, events?: string[]): Promise<TestOrganization> {
    const made = await this.test.createOrganization();
    await this.endpoints.setUrl({ organizationId: made.organizationId, url, events });
    return made;
  }

  publish(org: TestOrganization, type?: DomainEventType, data?: Partial<SignaturePayload>): Promise<unknown> {
    return publishEvent(this.test, org, type, data);
  }

  async history({ api }: TestOrganization, query = ''): Promise<DeliveryRecord[]> {
    const { status, body } = await api.get(HISTORY + query);
    expect(status).toBe(200);
    return body.items;
  }

  async recordWith(org: TestOrganization, wanted: Partial<DeliveryRecord>): Promise<DeliveryRecord> {
    const fits = (record: DeliveryRecord) =>
      Object.entries(wanted).every(([key, value]) => record[key as keyof DeliveryRecord] === value);
    const what = `a delivery has ${JSON.stringify(wanted)}`;
    return (await until(what, async () => (await this.history(org)).find(fits)))!;
  }

  async moveClock(interval: string): Promise<void> {
    await this.test.database.moveClock(interval);
    this.test.app.get(JobQueue).ring();
  }

  async jobsLeft({ organizationId }: TestOrganization): Promise<number> {
    const [row] = await this.test.dataSource.query(
      "select count(*)::integer as left from jobs where payload->>'organizationId' = $1",
      [String(organizationId)],
    );
    return row.left;
  }
}
