import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { type Random } from '../../scripts/mrz/random.js';
import { within } from '../../src/common/within.js';
import { type ApiClient, type ApiResponse, type RequestOptions } from '../support/api-client.js';

/** The pause after no answer, or after one that asks to try again. */
const BETWEEN_MS = 250;
/** Longer than the service lets any request wait. */
const NO_ANSWER_MS = 90_000;
/** The share of answers that are requested a second time. */
const ASKED_AGAIN = 0.2;

/** The answers to callers and visitors while things failed. */
export class CallLog {
  /** Changes that were answered with 2xx. */
  accepted = 0;
  /** The number of these that had been sent more than once. */
  repeated = 0;
  /** Answers with `Idempotency-Replayed: true`. */
  replayed = 0;
  /** Requests that got no answer, because the service was gone. */
  unanswered = 0;
  /** Answers that asked to try again, by status and code. */
  readonly refusals = new Map<string, number>();
  /** Answers that should not have come. */
  readonly faults: string[] = [];
  longestMs = 0;

  refused(what: string): void {
    this.refusals.set(what, (this.refusals.get(what) ?? 0) + 1);
  }

  get refusalCounts(): string {
    return [...this.refusals].map(([what, times]) => `${what} × ${times}`).join(', ') || 'none';
  }
}

/** A caller who repeats each request, with the same key, until it is answered. */
export class PatientCaller {
  constructor(
    private readonly api: ApiClient,
    private readonly log: CallLog,
    private readonly random: Random,
    /** Ends every wait. */
    readonly signal: AbortSignal,
  ) {}

  /** Reads a resource. @throws Error for an answer that should not come */
  async read(path: string): Promise<ApiResponse> {
    return (await this.untilAnswered('GET', path, {})).answer;
  }

  /** Makes a change once, however often it must be sent. @returns the answer's body */
  async change(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<ApiResponse['body']> {
    const options = { body, headers: { ...headers, 'idempotency-key': randomUUID() } };
    const begun = performance.now();
    const { answer, times } = await this.untilAnswered(method, path, options);
    this.log.longestMs = Math.max(this.log.longestMs, performance.now() - begun);
    this.log.accepted++;
    if (times > 1) this.log.repeated++;
    if (this.random.chance(ASKED_AGAIN)) await this.askAgain(method, path, options, answer);
    return answer.body;
  }

  /** The same request must get the same answer, now and after any number of crashes. */
  private async askAgain(
    method: string,
    path: string,
    options: RequestOptions,
    first: ApiResponse,
  ): Promise<void> {
    const { answer } = await this.untilAnswered(method, path, options);
    const isSame = answer.status === first.status && isDeepStrictEqual(answer.body, first.body);
    if (!isSame || !isReplayed(answer)) this.log.faults.push(`${method} ${path} was not answered the same`);
  }

  private async untilAnswered(
    method: string,
    path: string,
    options: RequestOptions,
  ): Promise<{ answer: ApiResponse; times: number }> {
    for (let times = 1; ; times++) {
      const answer = await this.attempt(method, path, options);
      if (answer && answer.status < 300) {
        if (isReplayed(answer)) this.log.replayed++;
        return { answer, times };
      }
      if (answer) this.mustSayTryAgain(`${method} ${path}`, answer);
      else this.log.unanswered++;
      await wait(BETWEEN_MS, undefined, { signal: this.signal });
    }
  }

  private async attempt(method: string, path: string, options: RequestOptions): Promise<ApiResponse | null> {
    try {
      return await within(NO_ANSWER_MS, (signal) => this.api.request(method, path, { ...options, signal }));
    } catch (error) {
      if ((error as Error).name === 'TimeoutError')
        this.log.faults.push(`${method} ${path}: no answer within ${NO_ANSWER_MS / 1000} s`);
      // fetch throws a TypeError for every failed connection.
      else if (!(error instanceof TypeError)) throw error;
      return null;
    }
  }

  private mustSayTryAgain(what: string, { status, headers, body }: ApiResponse): void {
    const seen = `${status} ${body.code ?? ''}`.trim();
    if (saysTryAgain({ status, headers, body })) return this.log.refused(seen);
    this.log.faults.push(`${what}: ${seen} ${JSON.stringify(body)}`);
    throw new Error(`${what} was answered with ${seen}`);
  }
}

const isReplayed = ({ headers }: ApiResponse) => headers.get('idempotency-replayed') === 'true';

/** Whether this is one of the contract's answers, in the contract's shape, to a request that will succeed later. */
function saysTryAgain({ status, headers, body }: ApiResponse): boolean {
  if (body.statusCode !== status || typeof body.message !== 'string' || typeof body.error !== 'string')
    return false;
  if (status === 409) return body.code === 'idempotency_key_in_use';
  const isLater = Number(headers.get('retry-after')) > 0;
  return isLater && (status === 429 || (status === 503 && typeof body.code === 'string'));
}
