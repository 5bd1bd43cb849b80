import { setTimeout as wait } from 'node:timers/promises';
import { median } from '../../bench/support/median.js';
import { count, QUICK } from '../../bench/support/report.js';
import { Random } from '../../scripts/mrz/random.js';
import { residentMb } from '../../src/platform/child-process/process-stats.js';
import { ApiClient } from '../support/api-client.js';
import { bulkyPdf } from '../support/pdf-samples.js';
import { descendantsOf } from '../support/processes.js';
import { createDraft, SIGNATURES } from '../support/samples.js';
import { type Findings } from './findings.js';
import { Site } from './site.js';
import { theilSen } from './theil-sen.js';

const SEED = 2028;
/** A key may make 1,000 requests a minute, and an upload takes two. */
const TENANTS = 4;
const AT_ONCE = 4;
const KIB = 1024;
/** 1 MiB on average. */
const DOCUMENT_BYTES = { least: 256 * KIB, most: 1_792 * KIB };
/** Uploads in a row by the same organization, because a child process that served one is not given to another. */
const IN_A_ROW = 25;
/** The memory after each of this many uploads is one sample. */
const SAMPLE_EVERY = 2;
/**
 * Points, each the median of its share of the samples: a garbage collection moves some of them, but not the median.
 */
const POINTS = 15;
const REPORT_EVERY = 500;
/** The share of all uploads during which code is compiled, and pools and caches fill. */
const WARM_UP = 0.25;
/**
 * The MiB that 1,000 uploads may add: as much as if a twentieth of each document was kept. A short run ends before
 * the heap has found its size, which looks like a slope of some 200, so it shows only whether half of each document
 * is kept.
 */
const MOST_ADDED_MIB = QUICK ? 500 : 50;

interface Sample {
  uploads: number;
  /** Resident MiB of the service's main process, and of its children. */
  main: number;
  children: number;
}

/** The service's memory stays the same, however many documents it has taken. */
export async function steadyMemory(findings: Findings): Promise<void> {
  const uploads = count('uploads', 2_000, 120);
  const site = await Site.open(TENANTS);
  try {
    const begun = performance.now();
    const samples = await uploadMany(site, uploads);
    const minutes = (performance.now() - begun) / 60_000;
    findings.tried(
      `${uploads} uploads of ${DOCUMENT_BYTES.least / KIB} to ${DOCUMENT_BYTES.most / KIB} KiB by ${TENANTS} organizations, ${AT_ONCE} at once, in ${minutes.toFixed(1)} minutes`,
    );
    judge(samples, uploads, findings);
  } finally {
    await site.close();
  }
}

async function uploadMany(site: Site, uploads: number): Promise<Sample[]> {
  const random = new Random(SEED);
  const samples: Sample[] = [];
  const left = Array.from({ length: uploads }, (_, index) => index).values();
  let done = 0;
  const work = async () => {
    for (const index of left) {
      const { apiKey } = site.tenants[Math.floor(index / IN_A_ROW) % TENANTS]!;
      const { least, most } = DOCUMENT_BYTES;
      await upload(new ApiClient(site.server.url, apiKey), bulkyPdf(Math.round(random.between(least, most))));
      if (++done % SAMPLE_EVERY === 0) samples.push(sample(site, done));
      if (done % REPORT_EVERY === 0) console.log(`  ${done} of ${uploads} uploads`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return samples;
}

/** @throws Error if it is refused for any reason other than too many requests */
async function upload(api: ApiClient, pdf: Buffer): Promise<void> {
  const path = `${SIGNATURES}/${await createDraft(api)}/document`;
  for (;;) {
    const { status, headers, body } = await api.put(path, pdf, {
      headers: { 'content-type': 'application/pdf' },
    });
    if (status === 200) return;
    if (status !== 429) throw new Error(`an upload was answered ${status}: ${JSON.stringify(body)}`);
    await wait(1_000 * Number(headers.get('retry-after')));
  }
}

function sample({ server }: Site, uploads: number): Sample {
  const children = descendantsOf(server.pid).reduce((sum, { pid }) => sum + residentMb(pid), 0);
  return { uploads, main: residentMb(server.pid), children };
}

function judge(samples: Sample[], uploads: number, findings: Findings): void {
  const warm = samples.filter((each) => each.uploads > WARM_UP * uploads);
  const points = pointsOf(warm);
  const { slope, low, high } = theilSen(points);
  const mib = (value: number) => value.toFixed(1);
  findings.seen(
    `MiB after ${points.map(({ x, y }) => `${Math.round(1_000 * x)}: ${Math.round(y)}`).join(', ')} uploads`,
  );
  findings.seen(
    `first sample ${mib(samples[0]!.main)} MiB, largest ${mib(Math.max(...samples.map(({ main }) => main)))} MiB; children: median ${mib(median(samples.map(({ children }) => children)))} MiB, largest ${mib(Math.max(...samples.map(({ children }) => children)))} MiB`,
  );
  findings.holds(
    `1,000 uploads of 1 MiB on average add at most ${MOST_ADDED_MIB} MiB`,
    slope <= MOST_ADDED_MIB,
    `${mib(slope)} MiB, 95 % interval ${mib(low)} to ${mib(high)}; median of the slopes between ${points.length} points, ` +
      `each the median of ${Math.floor(warm.length / POINTS)} samples, after the first ${WARM_UP * uploads} uploads`,
  );
}

/** In thousands of uploads, and MiB of the main process. */
function pointsOf(samples: Sample[]): { x: number; y: number }[] {
  const points: { x: number; y: number }[] = [];
  const share = Math.floor(samples.length / POINTS);
  for (let point = 0; point < POINTS; point++) {
    const group = samples.slice(point * share, (point + 1) * share);
    points.push({
      x: median(group.map((each) => each.uploads)) / 1_000,
      y: median(group.map(({ main }) => main)),
    });
  }
  return points;
}
