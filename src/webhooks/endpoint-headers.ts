import { Injectable } from '@nestjs/common';
import { notFound, refused } from '../common/errors.js';
import { OpenedTexts } from '../platform/crypto/opened-texts.js';
import { SecretBox } from '../platform/crypto/secret-box.js';
import { Transactions } from '../platform/database/transactions.js';
import { type EndpointHeader, headersContext, originOf, readHeaders } from './domain/endpoint-headers.js';
import { type WebhookEndpoint } from './webhook-endpoint.entity.js';
import { findEndpoint, setHeaders } from './webhook-endpoint.queries.js';

/** The sealed content. It includes the origin, so that headers go nowhere else, whoever changes the address. */
interface SealedHeaders {
  origin: string;
  headers: EndpointHeader[];
}

/** An endpoint of an organization with its present address. */
interface Addressed {
  organizationId: number;
  endpointId: number;
  url: string | null;
  headersSealed: string | null;
}

/** Headers that organizations add to deliveries to an endpoint. They are sealed and never shown. */
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
   * Replaces all headers of an endpoint; an empty list removes them.
   * @param origin - scheme, host and port that the caller believes the endpoint to have
   * @returns how many there are
   * @throws AppError 400 for wrong headers (`readHeaders`), `endpoint_changed` if its origin differs; 404
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
        throw refused('endpoint_changed', "The endpoint's address has changed");
      const sealed = headers.length === 0 ? null : this.seal(endpoint, { origin, headers });
      await setHeaders(tx, endpoint, sealed);
      return headers.length;
    });
  }

  /** The headers for an address; none if they were entered for another scheme, host or port. */
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
