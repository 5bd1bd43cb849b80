import { Injectable } from '@nestjs/common';
import { notFound, refused } from '../common/errors.js';
import { OpenedTexts } from '../platform/crypto/opened-texts.js';
import { SecretBox } from '../platform/crypto/secret-box.service.js';
import { Transactions } from '../platform/database/transactions.js';
import { type EndpointHeader, headersContext, originOf, readHeaders } from './domain/endpoint-headers.js';
import { type WebhookEndpoint } from './webhook-endpoint.entity.js';
import { findEndpoint, setHeaders } from './webhook-endpoint.queries.js';

/** What is sealed. The origin is in it, so that headers go nowhere else, whoever has changed the address. */
interface SealedHeaders {
  origin: string;
  headers: EndpointHeader[];
}

/** Whose headers: an endpoint of an organization with its present address. */
interface Addressed {
  organizationId: number;
  endpointId: number;
  url: string | null;
  headersSealed: string | null;
}

/** Headers that organizations add to what is delivered to an endpoint. They are sealed, and shown to nobody. */
@Injectable()
export class EndpointHeaders {
  private readonly opened: OpenedTexts;

  constructor(
    private readonly secretBox: SecretBox,
    private readonly transactions: Transactions,
  ) {
    this.opened = new OpenedTexts(secretBox);
  }

  /**
   * Replaces all headers of an endpoint; none are left by an empty list.
   * @param origin - scheme, host and port that the caller knows the endpoint to have
   * @returns how many there are
   * @throws AppError 400 for wrong headers (`readHeaders`), `endpoint_changed` if it has another origin; 404
   */
  set(
    { organizationId, id }: Pick<WebhookEndpoint, 'organizationId' | 'id'>,
    entered: readonly EndpointHeader[],
    origin: string,
  ): Promise<number> {
    const headers = readHeaders(entered);
    return this.transactions.run(async (tx) => {
      const endpoint = await findEndpoint(tx, organizationId, { endpointId: id, lock: true });
      if (!endpoint) throw notFound('Endpoint');
      if (endpoint.url === null || originOf(endpoint.url) !== origin)
        throw refused('endpoint_changed', 'The endpoint has another address now');
      const sealed = headers.length === 0 ? null : this.seal(endpoint, { origin, headers });
      await setHeaders(tx, endpoint, sealed);
      return headers.length;
    });
  }

  /** Those for an address; none if they were entered for another scheme, host or port. */
  for({ organizationId, endpointId, url, headersSealed }: Addressed): EndpointHeader[] {
    if (headersSealed === null || url === null) return [];
    const opened = this.opened.open(headersSealed, headersContext(organizationId, endpointId));
    const { origin, headers } = JSON.parse(opened) as SealedHeaders;
    return origin === originOf(url) ? headers : [];
  }

  private seal({ organizationId, id }: WebhookEndpoint, headers: SealedHeaders): string {
    return this.secretBox.sealText(JSON.stringify(headers), headersContext(organizationId, id));
  }
}
