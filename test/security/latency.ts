import { setTimeout as wait } from 'node:timers/promises';
import { SIGNATURES } from './paths.js';
import { Wire } from './wire.js';

const CALLERS = 4;
/** A caller's pause between an answer and its next request. */
const PAUSE_MS = 80;
/** Below a key's limit per minute. */
const MOST_REQUESTS = 900;

/** Measures the latency of one organization's small requests. */
export class Latency {
  constructor(
    private readonly url: string,
    private readonly apiKey: string,
    private readonly ids: readonly number[],
  ) {}

  /**
   * Times of successful answers in milliseconds, in ascending order, from a few callers that pause between requests
   * until `work` is done. @returns Infinity for an answer that was not a success
   */
  async during(work: Promise<unknown>): Promise<number[]> {
    const wire = new Wire(this.url, CALLERS);
    const times: number[] = [];
    let sent = 0;
    let isOver = false;
    void work.finally(() => (isOver = true));
    const call = async () => {
      while (!isOver && sent < MOST_REQUESTS) {
        const id = this.ids[sent++ % this.ids.length];
        const started = performance.now();
        const headers = { 'x-api-key': this.apiKey };
        const answer = await wire.send({ method: 'GET', path: `${SIGNATURES}/${id}/status`, headers });
        times.push(answer.status === 200 ? performance.now() - started : Number.POSITIVE_INFINITY);
        await wait(PAUSE_MS);
      }
    };
    await Promise.all(Array.from({ length: CALLERS }, call));
    await wire.close();
    return times.sort((a, b) => a - b);
  }

  /** @param share such as 0.99 @returns the time within which this share was answered */
  static percentile(sorted: readonly number[], share: number): number {
    return sorted[Math.ceil(share * sorted.length) - 1] ?? Number.POSITIVE_INFINITY;
  }

  static describe(sorted: readonly number[]): string {
    const [median, p99] = [0.5, 0.99].map((share) => Latency.percentile(sorted, share).toFixed(1));
    return `${sorted.length} answers, median ${median} ms, 99th percentile ${p99} ms`;
  }
}
