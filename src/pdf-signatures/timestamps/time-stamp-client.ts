import { Agent } from 'undici';
import { ownServersConnector, type WaySettings } from '../../platform/http-client/way-out.js';
import {
  type NoAnswerError,
  type WholeAnswer,
  wholeAnswer,
} from '../../platform/http-client/whole-answer.js';
import { chainOf, trustedChain } from '../certificates/certificate-chain.js';
import { type TimeStamper } from '../time-stamper.port.js';
import { TimestampError } from '../timestamp-error.js';
import { newTimeStampRequest } from './time-stamp-request.js';
import { readTimeStampResponse, type TimeStamp } from './time-stamp-response.js';

export const TSA_TIMEOUT_MS = 15_000;
/** A token with a chain of four RSA certificates takes about 8 KB. */
const MAX_ANSWER_BYTES = 64 * 1024;
const QUERY_TYPE = 'application/timestamp-query';
const REPLY_TYPE = 'application/timestamp-reply';

/** An RFC 3161 authority over HTTP (§3.4). Its address is set by the administrator and may be private. */
export class TimeStampClient implements TimeStamper {
  private readonly agent: Agent;
  private readonly url: URL;
  private readonly headers: Record<string, string> = { 'content-type': QUERY_TYPE, accept: REPLY_TYPE };

  /**
   * @param address http or https, with user name and password if the authority requires them
   * @param settings determine whether a proxy is used
   * @param anchors DER of certificates to which the authority's must chain; empty to accept any
   */
  constructor(
    address: string,
    settings: WaySettings,
    private readonly anchors: readonly Buffer[],
    private readonly timeoutMs = TSA_TIMEOUT_MS,
  ) {
    const url = new URL(address);
    if (url.username !== '' || url.password !== '') {
      const pair = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
      this.headers.authorization = `Basic ${Buffer.from(pair).toString('base64')}`;
      url.username = url.password = '';
    }
    this.url = url;
    this.agent = new Agent({
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
      connect: ownServersConnector(settings, { timeout: timeoutMs }),
    });
  }

  async close(): Promise<void> {
    await this.agent.destroy();
  }

  async stamp(contentSha256: Buffer): Promise<TimeStamp> {
    const { der, nonce } = newTimeStampRequest(contentSha256);
    const { statusCode, mediaType, body } = await this.post(der);
    if (statusCode !== 200) throw new TimestampError('http_status', `it answered HTTP ${statusCode}`);
    if (mediaType !== REPLY_TYPE) throw new TimestampError('content_type', `its answer is not ${REPLY_TYPE}`);
    const stamp = readTimeStampResponse(body, contentSha256, nonce);
    if (!this.trusts(stamp))
      throw new TimestampError('not_trusted', 'its certificate does not chain to one in TSA_CA_FILE');
    return stamp;
  }

  private async post(body: Buffer): Promise<WholeAnswer> {
    const { agent, url, headers, timeoutMs } = this;
    const limits = { timeoutMs, maxBytes: MAX_ANSWER_BYTES };
    try {
      return await wholeAnswer(agent, url, { method: 'POST', headers, body }, limits);
    } catch (error) {
      const { isTooLarge, message } = error as NoAnswerError;
      throw new TimestampError(isTooLarge ? 'too_large' : 'no_answer', message);
    }
  }

  private trusts({ certificate, certificates, time }: TimeStamp): boolean {
    if (this.anchors.length === 0) return true;
    const chain = chainOf(certificate, [...this.anchors, ...certificates]);
    return trustedChain(chain, this.anchors, time) !== null;
  }
}
