import { readFileSync } from 'node:fs';
import { lookup } from 'node:dns/promises';
import { rootCertificates } from 'node:tls';
import { type OnApplicationShutdown } from '@nestjs/common';
import { Agent, request } from 'undici';
import { refused } from '../../common/errors.js';
import { type Settings } from '../config/settings.js';
import { readCapped, refusalOf, storableHeaders, storableText } from './answer.js';
import { beforeAbort } from './before-abort.js';
import { failureReason } from './failure-reason.js';
import { guardedLookup } from './guarded-lookup.js';
import { bareHost, notPublic, parseOutboundUrl, RefusedAddressError } from './outbound-url.js';
import { AddressPolicy } from './public-address.js';
import {
  type AnswerLimits,
  NoAnswerError,
  type WholeAnswer,
  wholeAnswer,
  type WholeRequest,
} from './whole-answer.js';

/** The outcome of one POST. */
export interface PostResult {
  /** Null if no status line arrived. */
  responseCode: number | null;
  /** The first 64 KiB as storable text. */
  responseBody: string;
  responseHeaders: Record<string, string>;
  /** In plain words; null only if a complete 2xx response arrived in time. */
  failureReason: string | null;
  durationMs: number;
}

export const POST_TIMEOUT_MS = 30_000;
/** How long to wait before trying a name's next address in parallel. Node's 250 ms is too short across oceans. */
const NEXT_ADDRESS_MS = 2_000;
const SAVE_LOOKUP_MS = 10_000;

/**
 * Sends requests to addresses that callers chose: https only, public unicast addresses only (checked at every
 * connect), no redirects, one deadline for name lookup, connect, TLS and the complete response.
 */
export class HttpClient implements OnApplicationShutdown {
  private readonly policy: AddressPolicy;
  private readonly agent: Agent;

  /** @param timeoutMs shorter only in tests */
  constructor(
    settings: Settings,
    private readonly timeoutMs = POST_TIMEOUT_MS,
  ) {
    this.policy = new AddressPolicy(settings.webhookAllowedCidrs);
    this.agent = new Agent({
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
      connect: {
        lookup: guardedLookup(this.policy),
        timeout: timeoutMs,
        autoSelectFamily: true,
        autoSelectFamilyAttemptTimeout: NEXT_ADDRESS_MS,
        ca: trustedCertificates(settings.webhookCaFile),
      },
    });
  }

  async onApplicationShutdown(): Promise<void> {
    await this.agent.destroy();
  }

  /**
   * Checks a URL before it is saved, including the addresses of its host.
   * @throws AppError 400 `url_not_deliverable` with the reason
   */
  async assertDeliverableUrl(url: string): Promise<void> {
    try {
      const host = bareHost(parseOutboundUrl(url, this.policy));
      const addresses = await beforeAbort(lookup(host, { all: true }), AbortSignal.timeout(SAVE_LOOKUP_MS));
      if (!addresses.every(({ address }) => this.policy.permits(address))) throw notPublic(host);
    } catch (error) {
      const reason =
        error instanceof RefusedAddressError ? error.message : 'the host name cannot be resolved';
      throw refused('url_not_deliverable', `This address cannot receive webhooks: ${reason}`);
    }
  }

  /** Never throws: every failure is a result. `signal` aborts when the service stops. */
  async post(
    url: string,
    headers: Record<string, string>,
    body: Buffer,
    signal: AbortSignal,
  ): Promise<PostResult> {
    const startedAt = performance.now();
    const deadline = AbortSignal.timeout(this.timeoutMs);
    const answer: Answer = { responseCode: null, responseHeaders: {}, chunks: [] };
    const failure = await this.exchange(
      url,
      headers,
      body,
      AbortSignal.any([signal, deadline]),
      answer,
    ).catch((error: unknown) => this.describe(error, signal, deadline));
    return {
      responseCode: answer.responseCode,
      responseBody: storableText(Buffer.concat(answer.chunks)),
      responseHeaders: answer.responseHeaders,
      failureReason: failure,
      durationMs: Math.round(performance.now() - startedAt),
    };
  }

  /**
   * Gets a file from an address found in untrusted data, also without TLS, if the file is signed itself.
   * @throws NoAnswerError in plain words, also for any status but 200
   */
  async getFile(url: string, limits: AnswerLimits): Promise<Buffer> {
    const target = this.parse(url, ['http:', 'https:']);
    const { statusCode, body } = await wholeAnswer(this.agent, target, { method: 'GET' }, limits);
    if (statusCode !== 200) throw new NoAnswerError(false, refusalOf(statusCode) ?? `HTTP ${statusCode}`);
    return body;
  }

  /** Asks an address that a caller chose, or that its answers name. @throws NoAnswerError in plain words */
  async ask(url: string, asked: WholeRequest, limits: AnswerLimits): Promise<WholeAnswer> {
    return wholeAnswer(this.agent, this.parse(url, ['https:']), asked, limits);
  }

  private parse(url: string, protocols: string[]): URL {
    try {
      return parseOutboundUrl(url, this.policy, protocols);
    } catch (error) {
      throw new NoAnswerError(false, failureReason(error));
    }
  }

  /** Fills `answer` as it arrives, so that what came before a failure is kept. @returns why it failed, or null */
  private async exchange(
    url: string,
    headers: Record<string, string>,
    body: Buffer,
    signal: AbortSignal,
    answer: Answer,
  ): Promise<string | null> {
    const target = parseOutboundUrl(url, this.policy);
    const sent = request(target, { method: 'POST', headers, body, signal, dispatcher: this.agent });
    // undici obeys the signal only once it is connected, so this ends the wait for the connection.
    const response = await beforeAbort(sent, signal);
    answer.responseCode = response.statusCode;
    answer.responseHeaders = storableHeaders(response.headers);
    await beforeAbort(readCapped(response.body, answer.chunks), signal);
    return refusalOf(response.statusCode);
  }

  private describe(error: unknown, signal: AbortSignal, deadline: AbortSignal): string {
    if (deadline.aborted) return `timeout after ${this.timeoutMs / 1000} seconds`;
    return signal.aborted ? 'the service was stopped' : failureReason(error);
  }
}

interface Answer {
  responseCode: number | null;
  responseHeaders: Record<string, string>;
  chunks: Buffer[];
}

/** Node's certificate authorities plus the operator's own; undefined keeps Node's default. */
function trustedCertificates(caFile: string | undefined): string[] | undefined {
  if (caFile === undefined) return undefined;
  try {
    return [...rootCertificates, readFileSync(caFile, 'utf8')];
  } catch (error) {
    throw new Error(`WEBHOOK_CA_FILE cannot be read: ${caFile}`, { cause: error });
  }
}
