import { type LookupFunction } from 'node:net';
import { type OnApplicationShutdown } from '@nestjs/common';
import { beforeAbort } from '../../common/before-abort.js';
import { refused } from '../../common/errors.js';
import { within } from '../../common/within.js';
import { type Settings } from '../config/settings.js';
import { refusalOf, storableHeaders, storableText } from './answer.js';
import { NO_PHASES, type Phases } from './connection-phases.js';
import { failureReason } from './failure-reason.js';
import { type GuardedAgents, guardedAgents } from './guarded-agents.js';
import { guardedLookup } from './guarded-lookup.js';
import { IdleConnections } from './idle-connections.js';
import { bareHost, parseOutboundUrl, parseWebhookUrl } from './outbound-url.js';
import { DeadlineError, type Exchanged, postOver, type PostRequest } from './post-exchange.js';
import { AddressPolicy, RefusedAddressError } from './public-address.js';
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
  /** Whether the time ran out, or the host did not even answer the attempt to connect. */
  timedOut: boolean;
  durationMs: number;
  phases: Phases;
}

export const POST_TIMEOUT_MS = 30_000;
const SAVE_LOOKUP_MS = 10_000;
/** Connections waiting for another request, in addition to those in use. */
const MOST_IDLE = 384;

/**
 * Sends requests to addresses chosen by callers: https only, public unicast addresses only (checked at every
 * connect), no redirects, one deadline for name lookup, connect, TLS and the complete response. Webhooks may go
 * without TLS if the operator allows it. If there is a proxy, connections go through it (`OutboundRoutes`).
 */
export class HttpClient implements OnApplicationShutdown {
  private readonly policy: AddressPolicy;
  private readonly agents: GuardedAgents;
  private readonly idle: IdleConnections;

  /** @param timeoutMs only shorter in tests @param mostIdle only smaller in tests */
  constructor(
    private readonly settings: Settings,
    private readonly timeoutMs = POST_TIMEOUT_MS,
    mostIdle = MOST_IDLE,
  ) {
    this.idle = new IdleConnections(mostIdle);
    this.policy = new AddressPolicy(settings.webhookAllowedCidrs);
    this.agents = guardedAgents(settings, this.policy, timeoutMs);
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([this.agents.permitted.destroy(), this.agents.allowed.destroy()]);
  }

  /**
   * Checks a URL before it is saved, including the addresses of its host.
   * @throws AppError 400 `url_not_deliverable` with the reason
   */
  async assertDeliverableUrl(url: string): Promise<void> {
    try {
      const target = this.parseWebhook(url);
      await within(SAVE_LOOKUP_MS, (signal) => beforeAbort(this.findWay(target), signal));
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
    const exchanged = await this.exchange(url, { headers, body, signal });
    const { statusCode, error } = exchanged;
    return {
      responseCode: statusCode,
      responseBody: storableText(exchanged.body),
      responseHeaders: storableHeaders(exchanged.headers),
      failureReason: error === undefined ? refusalOf(statusCode!) : this.describe(error, statusCode, signal),
      timedOut: isTimeout(error),
      durationMs: Math.round(performance.now() - startedAt),
      phases: exchanged.phases,
    };
  }

  /**
   * Fetches a file from an address found in untrusted data, even without TLS, if the file itself is signed.
   * @throws NoAnswerError in plain words, also for any status but 200
   */
  async getFile(url: string, limits: AnswerLimits): Promise<Buffer> {
    const target = this.parse(url, ['http:', 'https:']);
    const { statusCode, body } = await wholeAnswer(this.agents.permitted, target, { method: 'GET' }, limits);
    if (statusCode !== 200) throw new NoAnswerError(false, refusalOf(statusCode) ?? `HTTP ${statusCode}`);
    return body;
  }

  /**
   * Sends a request to an address chosen by a caller, or named in that address's answers.
   * @throws NoAnswerError in plain words
   */
  async request(url: string, asked: WholeRequest, limits: AnswerLimits): Promise<WholeAnswer> {
    return wholeAnswer(this.agents.permitted, this.parse(url, ['https:']), asked, limits);
  }

  private parse(url: string, protocols: string[]): URL {
    try {
      return parseOutboundUrl(url, this.policy, protocols);
    } catch (error) {
      throw new NoAnswerError(false, failureReason(error));
    }
  }

  private parseWebhook(url: string): URL {
    return parseWebhookUrl(url, this.policy, this.settings.webhookAllowHttp);
  }

  /** @throws RefusedAddressError, and what the lookup throws */
  private async findWay(target: URL): Promise<void> {
    const { routes } = this.agents;
    const host = bareHost(target);
    if (target.protocol === 'http:') await found(guardedLookup(this.policy.onlyAllowed), host);
    else if (routes) await routes.to(host, target.port || '443');
    else await found(guardedLookup(this.policy), host);
  }

  private async exchange(
    url: string,
    request: Pick<PostRequest, 'headers' | 'body' | 'signal'>,
  ): Promise<Exchanged> {
    try {
      const target = this.parseWebhook(url);
      const agent = target.protocol === 'http:' ? this.agents.allowed : this.agents.permitted;
      return await postOver(agent, this.idle, { ...request, url: target, timeoutMs: this.timeoutMs });
    } catch (error) {
      return { statusCode: null, headers: {}, body: Buffer.alloc(0), error, phases: NO_PHASES };
    }
  }

  private describe(error: unknown, statusCode: number | null, signal: AbortSignal): string {
    if (error instanceof DeadlineError) {
      const what = statusCode === null ? 'no answer' : 'no complete answer';
      return `${what} in ${this.timeoutMs / 1000} s`;
    }
    return signal.aborted ? 'the service was stopped' : failureReason(error, statusCode !== null);
  }
}

const found = (lookup: LookupFunction, host: string): Promise<void> =>
  new Promise((resolve, reject) =>
    lookup(host, { all: true }, (error) => (error ? reject(error) : resolve())),
  );

const CONNECT_TIMEOUTS = new Set(['ETIMEDOUT', 'UND_ERR_CONNECT_TIMEOUT']);

function isTimeout(error: unknown): boolean {
  if (error instanceof DeadlineError) return true;
  return CONNECT_TIMEOUTS.has((error as NodeJS.ErrnoException | undefined)?.code ?? '');
}
