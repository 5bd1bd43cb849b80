import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { median } from '../../bench/support/median.js';
import { type HogOrder, type HogReport } from './hog.js';
import { type Installation } from './installation.js';
import { Latency } from './latency.js';
import { MemoryWatch } from './memory-watch.js';
import { type Scale } from './scale.js';
import { sealTimes } from './seal-times.js';
import { Tally } from './tally.js';
import { WorldBuilder } from './world.js';

const HOG_FILES = 6;
/**
 * For the service's own process, in MB. With uploads on disk 306 were measured, and 2,970 with uploads in memory. The
 * limit is the idle size (about 170) plus twice the 512 MiB that one organization may have in progress: a service
 * that kept uploads in memory again, copied once, would exceed it.
 */
const MOST_MEMORY_MB = 1_200;

/**
 * What another organization waits for, and the percentile that is compared: there are too few seals for the slowest.
 */
const SHARES = { requests: 0.99, uploads: 0.99, seals: 0.5 };
type Kind = keyof typeof SHARES;
const KINDS = Object.keys(SHARES) as Kind[];

/** Times of one half of a round in milliseconds, in ascending order. */
type Times = Record<Kind, number[]>;

/**
 * Loads the service for one organization with 200 uploads of 12 MB at once and with files that take as long as
 * allowed, and compares another organization's waiting times with those of an idle service, within each round.
 */
export class Fairness {
  readonly tally = new Tally('fairness');

  constructor(
    private readonly site: Installation,
    private readonly scale: Scale,
  ) {}

  async run(): Promise<void> {
    const hog = await this.site.createTenant();
    const hogBuilder = new WorldBuilder(this.site, hog);
    const draftIds: number[] = [];
    while (draftIds.length < this.scale.parallelUploads) draftIds.push(await hogBuilder.draft('fast'));
    const order = { url: this.site.url, apiKey: hog.apiKey, draftIds, hogFiles: HOG_FILES };
    const memory = new MemoryWatch(this.site.server.pid);
    const ratios: Record<Kind, number[]> = { requests: [], uploads: [], seals: [] };
    for (let round = 1; round <= this.scale.fairnessRounds; round++) {
      const idle = await this.measure();
      const process = await startHog(order);
      try {
        const loaded = await this.measure();
        const report = await stopHog(process);
        for (const kind of KINDS) ratios[kind].push(this.compare(round, kind, idle[kind], loaded[kind]));
        console.log(`  the hog was answered ${JSON.stringify(report)}`);
      } finally {
        process.kill('SIGKILL');
      }
    }
    const peaks = await memory.stop();
    console.log(`  memory at most: service ${peaks.service} MB, with its children ${peaks.all} MB`);
    this.tally.expect('memory of the service', peaks.service <= MOST_MEMORY_MB, `${peaks.service} MB`);
    for (const kind of KINDS) {
      const ratio = median(ratios[kind]);
      const { mostRatio } = this.scale;
      const compared = `${100 * SHARES[kind]}th percentile in multiples of idle`;
      console.log(`  ${kind}: ${compared}, median of the rounds ${ratio.toFixed(2)} (at most ${mostRatio})`);
      this.tally.expect(`${kind} of another organization`, ratio <= mostRatio, `${ratio.toFixed(2)} × idle`);
    }
  }

  /** @returns the loaded time in multiples of the idle time */
  private compare(round: number, kind: Kind, idle: number[], loaded: number[]): number {
    console.log(`  round ${round}, ${kind}, idle: ${Latency.describe(idle)}`);
    console.log(`  round ${round}, ${kind}, loaded: ${Latency.describe(loaded)}`);
    this.tally.expect(`${kind} under load`, loaded.every(Number.isFinite), 'did not all succeed');
    return Latency.percentile(loaded, SHARES[kind]) / Latency.percentile(idle, SHARES[kind]);
  }

  /**
   * Sends small requests and small uploads at the same time, as an organization with its own key would, and then
   * seals, so they slow neither.
   */
  private async measure(): Promise<Times> {
    const tenant = await this.site.createTenant();
    const builder = new WorldBuilder(this.site, tenant);
    const latency = new Latency(this.site.url, tenant.apiKey, [await builder.readyDraft()]);
    const uploading = this.upload(builder);
    const requests = await latency.during(uploading);
    return { requests, uploads: await uploading, seals: await sealTimes(this.site, this.scale.seals) };
  }

  private async upload(builder: WorldBuilder): Promise<number[]> {
    const times: number[] = [];
    for (let sent = 0; sent < this.scale.smallUploads; sent++) {
      const started = performance.now();
      const id = await builder.readyDraft().catch(() => null);
      times.push(id === null ? Number.POSITIVE_INFINITY : performance.now() - started);
    }
    return times.sort((a, b) => a - b);
  }
}

async function startHog(order: HogOrder): Promise<ChildProcess> {
  const child = fork(fileURLToPath(new URL('./hog.js', import.meta.url)));
  child.send(order);
  await once(child, 'message');
  return child;
}

/** @returns the answers that it got */
async function stopHog(child: ChildProcess): Promise<HogReport> {
  child.send('report');
  const [report] = (await once(child, 'message')) as [HogReport];
  child.kill('SIGKILL');
  return report;
}
