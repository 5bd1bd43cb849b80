import { Injectable } from '@nestjs/common';
import { HttpClient, type PostResult } from '../platform/http-client/http-client.js';
import { type EndpointHeader, withoutValues } from './domain/endpoint-headers.js';
import { EndpointHeaders } from './endpoint-headers.js';
import { type AttemptRecord, type DueDelivery } from './webhook-delivery.queries.js';
import { WebhookSigner } from './webhook-signer.js';

const USER_AGENT = 'Countersign/1 (webhooks)';

/** Posts deliveries, signed. */
@Injectable()
export class WebhookSender {
  constructor(
    private readonly http: HttpClient,
    private readonly signer: WebhookSigner,
    private readonly endpointHeaders: EndpointHeaders,
  ) {}

  /** @throws the signal's reason if it aborted: we stopped it, not the receiver, so there is no attempt to record */
  async send(
    delivery: DueDelivery & { url: string },
    signal: AbortSignal,
  ): Promise<{ sent: AttemptRecord['sent']; result: PostResult }> {
    const { url, body } = delivery;
    const headers = headersFor(delivery);
    const own = this.endpointHeaders.for(delivery);
    const signed = { ...named(own), ...headers, ...(await this.signer.signaturesOf(delivery)) };
    const result = await this.http.post(url, signed, body, signal);
    if (result.failureReason !== null) signal.throwIfAborted();
    return { sent: { url, headers }, result: own.length === 0 ? result : withoutSecrets(result, own) };
  }
}

const named = (headers: readonly EndpointHeader[]) =>
  Object.fromEntries(headers.map(({ name, value }) => [name, value]));

/** Misconfigured receivers echo the request in their answer, which is shown and stored. */
const withoutSecrets = (result: PostResult, headers: readonly EndpointHeader[]): PostResult => ({
  ...result,
  responseBody: withoutValues(result.responseBody, headers),
  responseHeaders: Object.fromEntries(
    Object.entries(result.responseHeaders).map(([name, value]) => [name, withoutValues(value, headers)]),
  ),
});

/** Without the signatures and the organization's own headers, which only the request itself carries. */
const headersFor = ({ webhookId, signedAt }: DueDelivery): Record<string, string> => ({
  'Content-Type': 'application/json',
  'User-Agent': USER_AGENT,
  'X-Service-Webhook-Id': webhookId,
  'webhook-id': webhookId,
  'webhook-timestamp': String(signedAt),
});
