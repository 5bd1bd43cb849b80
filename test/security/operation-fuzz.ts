import { Random } from '../../scripts/mrz/random.js';
import { faultsOfAnswer } from './answer-check.js';
import { PASSING } from './fuzz/made-subjects.js';
import { FuzzRequests } from './fuzz/requests.js';
import { type Installation } from './installation.js';
import { OpenApi, type Operation } from './openapi.js';
import { type Scale } from './scale.js';
import { Tally } from './tally.js';
import { jsonOf, type WireAnswer, type WireRequest } from './wire.js';
import { type World } from './world.js';

const AT_ONCE = 8;
/** More than the requests of any run, so no two seeds share one. */
const SEED_STEP = 1_000_003;
/** Below the limit of a key. */
const REQUESTS_PER_MINUTE = 850;
const MINUTE_MS = 60_000;
/** Share of the requests past validation that must succeed. */
const SUCCESSFUL = 0.3;
/** Rounds whose requests do not count (for too many unknown routes, for example) before an operation is given up. */
const MOST_ATTEMPTS = 3;

/** Codes of a 400 for a body or a parameter, not for the state of its subject. */
const VALIDATION_CODE =
  /^(?:validation_failed|malformed_.*|unsupported_media_type|file_.*|document_.*|value_(?:invalid|unknown))$/;

interface Counts {
  byStatus: Map<number, number>;
  counted: number;
  pastValidation: number;
  succeeded: number;
  slowestMs: number;
}

/** Fuzzes every operation of the OpenAPI document with a seeded mixture of valid and hostile requests. */
export class OperationFuzz {
  readonly tally = new Tally('fuzzing of every operation');
  private readonly api = new OpenApi();
  private readonly counts = new Map<Operation, Counts>();
  private readonly requests: FuzzRequests;
  /** The number of the next request; with the seed it determines what is sent. */
  private number = 0;
  /** The times of the latest requests with each key. */
  private readonly recent = new Map<World, number[]>();

  constructor(
    private readonly site: Installation,
    private readonly worlds: readonly World[],
    private readonly scale: Scale,
    private readonly seed: number,
    /** Part of the names of the operations to fuzz; all if empty. */
    private readonly named: string,
  ) {
    this.requests = new FuzzRequests(this.api, site);
  }

  async run(): Promise<void> {
    await this.requests.prepare();
    const operations = this.api.operations.filter(({ name }) => name.includes(this.named));
    if (operations.length === 0)
      throw new Error(
        `No operation has “${this.named}” in its name. There are: ${this.api.operations.map(({ name }) => name).join(', ')}`,
      );
    for (const operation of operations)
      this.counts.set(operation, {
        byStatus: new Map(),
        counted: 0,
        pastValidation: 0,
        succeeded: 0,
        slowestMs: 0,
      });
    // Requests that end something come last, so the others find it in its state.
    const isLast = ({ method, path }: Operation) => method === 'DELETE' && path.endsWith('{signatureId}');
    await this.fuzz(operations.filter((operation) => !isLast(operation)));
    await this.fuzz(operations.filter(isLast));
    this.print();
  }

  private async fuzz(operations: Operation[]): Promise<void> {
    const { fuzzPerOperation } = this.scale;
    let attempts = operations.length * fuzzPerOperation * MOST_ATTEMPTS;
    const work = async () => {
      while (attempts-- > 0) {
        const due = operations.filter((each) => this.counts.get(each)!.counted < fuzzPerOperation);
        if (due.length === 0) return;
        const random = new Random(this.seed * SEED_STEP + this.number++);
        const operation = random.pick(due);
        const world = await this.worldWithRoom(random, this.requests.callsFor(operation));
        await this.try(operation, world, random);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  }

  private async try(operation: Operation, world: World, random: Random): Promise<void> {
    const request = await this.requests.next(operation, world, random);
    const counts = this.counts.get(operation)!;
    const begun = performance.now();
    try {
      this.count(operation, request, await this.site.wire.send(request));
    } catch (error) {
      const { message } = error as Error;
      this.tally.record(operation.name, [`no answer (${message}) to ${describe(request)}`]);
    } finally {
      counts.slowestMs = Math.max(counts.slowestMs, performance.now() - begun);
    }
  }

  private count(operation: Operation, request: WireRequest, answer: WireAnswer): void {
    const counts = this.counts.get(operation)!;
    const { status } = answer;
    const body = jsonOf(answer) as { message?: string; code?: string } | undefined;
    const isUnknownRoute = status === 404 && body?.message === 'Not Found';
    if (status === 401 || status === 429 || isUnknownRoute) return;
    counts.counted++;
    counts.byStatus.set(status, (counts.byStatus.get(status) ?? 0) + 1);
    const isPast =
      status < 400 ||
      [403, 404, 409].includes(status) ||
      (status === 400 && body?.code !== undefined && !VALIDATION_CODE.test(body.code));
    if (isPast) counts.pastValidation++;
    if (status < 300) counts.succeeded++;
    const faults = faultsOfAnswer(this.api, operation, answer);
    this.tally.record(
      operation.name,
      faults.map((fault) => (status >= 500 ? `${fault} to ${describe(request)}` : fault)),
    );
  }

  /** An organization whose key may send this many more requests; waits until there is one. */
  private async worldWithRoom(random: Random, calls: number): Promise<World> {
    for (;;) {
      const since = Date.now() - MINUTE_MS;
      const world = random.pick(this.worlds);
      const times = (this.recent.get(world) ?? []).filter((time) => time > since);
      this.recent.set(world, times);
      if (times.length + calls <= REQUESTS_PER_MINUTE) {
        times.push(...Array<number>(calls).fill(Date.now()));
        return world;
      }
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }

  private print(): void {
    const { fuzzPerOperation, pastValidation: wanted } = this.scale;
    for (const [{ name }, { byStatus, counted, pastValidation, succeeded, slowestMs }] of this.counts) {
      const statuses = [...byStatus]
        .sort(([a], [b]) => a - b)
        .map(([status, times]) => `${status}: ${times}`);
      console.log(
        `  ${name}\n    ${counted} counted (${statuses.join(', ')}); past validation ${pastValidation}; slowest ${(slowestMs / 1_000).toFixed(1)} s`,
      );
      const isEnough = counted >= fuzzPerOperation && pastValidation >= wanted;
      this.tally.expect(
        name,
        isEnough && (PASSING.includes(name) || succeeded >= SUCCESSFUL * pastValidation),
        `${counted} requests counted, ${pastValidation} past validation, ${succeeded} succeeded`,
      );
    }
  }
}

const describe = ({ method, path, headers, body }: WireRequest) =>
  `${method} ${path.slice(0, 200)} ${String(headers?.['content-type'])} ${body?.toString().slice(0, 300) ?? ''}`;
