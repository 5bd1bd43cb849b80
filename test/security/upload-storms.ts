import { Random } from '../../scripts/mrz/random.js';
import { residentMb } from '../../src/platform/child-process/process-stats.js';
import { UPLOAD_LIMITS } from '../../src/platform/storage/uploads.js';
import { bulkyPdf, textPdf } from '../support/pdf-samples.js';
import { until } from '../support/until.js';
import { AbortedUpload } from './aborted-upload.js';
import { faultsOfError } from './answer-check.js';
import { type Installation } from './installation.js';
import { Latency } from './latency.js';
import { type Scale } from './scale.js';
import { Tally } from './tally.js';
import { TrickledUploads } from './trickled-uploads.js';
import { Uploader } from './uploader.js';
import { Wire, type WireAnswer } from './wire.js';
import { WorldBuilder } from './world.js';

/** The drafts over which tiny uploads are spread. */
const DRAFTS = 20;
/** The limit of a key is in the way for at most this long. */
const LIMIT_RESETS_MS = 65_000;
/** Between two checks whether all slots are free; each check takes as many requests as there are slots. */
const LOOK_MS = 3_000;
const STORM_BYTES = 300_000;
/** The number of a storm's uploads under way at a time. */
const ABORTED_AT_ONCE = 50;
/** The largest difference of the service's memory between two storms. */
const MOST_GROWTH_MB = 64;
const REPEATED = 60;
/** Clients that each send a byte a second: fewer than one organization may have at once. */
const TRICKLING = 30;

/** Uploads that come all at once, never end, are broken off, or are repeated. */
export class UploadStorms {
  readonly tally = new Tally('storms of uploads');
  private readonly random: Random;

  constructor(
    private readonly site: Installation,
    private readonly scale: Scale,
    seed: number,
  ) {
    this.random = new Random(seed);
  }

  async run(): Promise<void> {
    await this.tinyUploads();
    await this.abortedUploads();
    await this.repeatedUploads();
    await this.trickledUploads();
  }

  /** A thousand at once from one organization, while another works. */
  private async tinyUploads(): Promise<void> {
    const { tinyUploads } = this.scale;
    const uploader = await Uploader.create(this.site, DRAFTS);
    const other = new WorldBuilder(this.site, await this.site.createTenant());
    const pdf = await textPdf();
    const wire = new Wire(this.site.url, tinyUploads);
    const sent = Array.from({ length: tinyUploads }, (_, index) =>
      wire.send(uploader.request(pdf, index)).then(faultsOfUpload, (error: Error) => [error.message]),
    );
    await this.upload(other);
    const faults = await Promise.all(sent);
    await wire.close();
    for (const found of faults)
      this.tally.record(
        'a tiny upload',
        found.filter((each) => each !== ACCEPTED),
      );
    const accepted = faults.filter((found) => found.includes(ACCEPTED)).length;
    console.log(
      `  ${tinyUploads} tiny uploads at once: ${accepted} accepted, the others asked to come again`,
    );
    this.tally.expect('tiny uploads', accepted > 0, 'none was accepted');
    await until('the key may be used again', () => uploader.isServed(), { longestMs: LIMIT_RESETS_MS });
    await this.expectNothingLeft('tiny uploads', uploader);
  }

  /** Uploads broken off before, within and after the body. */
  private async abortedUploads(): Promise<void> {
    const uploader = await Uploader.create(this.site, 1);
    const body = bulkyPdf(STORM_BYTES);
    const memory: number[] = [];
    for (const storm of ['a first storm', 'a second storm']) {
      const left = Array.from({ length: this.scale.abortedUploads }, () => this.random.next()).values();
      const work = async () => {
        for (const share of left)
          await new AbortedUpload(this.site.url, uploader.raw(body), this.random).breakOff(share);
      };
      await Promise.all(Array.from({ length: ABORTED_AT_ONCE }, work));
      await this.expectNothingLeft(storm, uploader);
      memory.push(residentMb(this.site.server.pid));
    }
    const [before, after] = memory.map(Math.round) as [number, number];
    console.log(
      `  ${2 * this.scale.abortedUploads} uploads broken off: memory ${before} MB halfway, then ${after} MB`,
    );
    this.tally.expect(
      'memory after uploads were broken off',
      after - before <= MOST_GROWTH_MB,
      `${after} MB`,
    );
  }

  /** Checks that the same request many times at once has one effect. */
  private async repeatedUploads(): Promise<void> {
    for (let round = 1; round <= this.scale.repeatedRounds; round++) {
      const uploader = await Uploader.create(this.site, 1);
      const request = uploader.request(await textPdf(1, `Round ${round}`), 0);
      const headers = { ...request.headers, 'idempotency-key': `storm-${round}` };
      const wire = new Wire(this.site.url, REPEATED);
      const send = () => wire.send({ ...request, headers });
      const answers = await Promise.all(Array.from({ length: REPEATED }, send));
      const last = await send();
      await wire.close();
      const first = answers.filter(({ status, headers }) => status === 200 && !headers[REPLAYED]);
      for (const answer of answers) this.tally.record('a repeated upload', faultsOfRepeated(answer, last));
      this.tally.expect('repeated uploads', first.length === 1, `${first.length} were carried out`);
      this.tally.expect('the next repetition', last.headers[REPLAYED] === 'true', `got ${last.status}`);
      const effects = await uploader.recorded();
      this.tally.expect('repeated uploads', effects === 1, `are ${effects} times in the audit trail`);
      const replayed = answers.filter(({ headers }) => headers[REPLAYED]).length;
      console.log(`  ${REPEATED} repetitions at once: 1 carried out, ${replayed} replayed`);
      await this.expectNothingLeft('repeated uploads', uploader);
    }
  }

  /** While thirty clients send a byte a second, another organization and their own work. */
  private async trickledUploads(): Promise<void> {
    const uploader = await Uploader.create(this.site, 1);
    console.log(`  another organization, idle: ${Latency.describe(await this.workOfAnother())}`);
    const trickled = new TrickledUploads(this.site.url, TRICKLING, uploader.raw(bulkyPdf(STORM_BYTES)));
    try {
      await until('all of them are received', () => uploader.halfFiles() === TRICKLING);
      const held = await this.workOfAnother();
      console.log(`  with ${TRICKLING} clients that send a byte a second: ${Latency.describe(held)}`);
      const own = await this.site.wire.send(uploader.request(await textPdf(), 0));
      this.tally.expect('an upload beside its own slow ones', own.status === 200, `got ${own.status}`);
      this.tally.expect('slow uploads', trickled.open === TRICKLING, `only ${trickled.open} are left`);
    } finally {
      trickled.end();
    }
    await this.expectNothingLeft('slow uploads', uploader);
  }

  /** Small requests and uploads of a new organization. @returns times of the requests */
  private async workOfAnother(): Promise<number[]> {
    const tenant = await this.site.createTenant();
    const builder = new WorldBuilder(this.site, tenant);
    const latency = new Latency(this.site.url, tenant.apiKey, [await builder.readyDraft()]);
    const times = await latency.during(this.upload(builder));
    this.tally.expect("another organization's requests", times.every(Number.isFinite), 'did not all succeed');
    return times;
  }

  private async upload(builder: WorldBuilder): Promise<void> {
    for (let sent = 0; sent < this.scale.smallUploads; sent++) {
      const id = await builder.readyDraft().catch(() => null);
      this.tally.expect("another organization's upload", id !== null, 'was refused');
    }
  }

  /**
   * Expects all slots of the organization to become free, and no stored file that the database does not know. A
   * broken upload holds its slot for a while: the service may not even have read its head yet.
   */
  private async expectNothingLeft(after: string, uploader: Uploader): Promise<void> {
    const fill = async () => (await uploader.fillSlots(UPLOAD_LIMITS.perKey)) === 0;
    const slots = await until('its slots are free', fill, {
      longestMs: LIMIT_RESETS_MS,
      lookMs: LOOK_MS,
    }).catch(() => false);
    this.tally.expect(`slots after ${after}`, slots, 'are not all free');
    const known = () => uploader.hasOnlyKnownFiles();
    const files = await until('its files are those of its drafts', known).catch(() => false);
    this.tally.expect(`files after ${after}`, files, 'remain that nobody knows');
  }
}

const REPLAYED = 'idempotency-replayed';
const ACCEPTED = 'accepted';
const BUSY = [429, 503];

/** `ACCEPTED` for an upload that was carried out; nothing for a proper refusal. */
function faultsOfUpload(answer: WireAnswer): string[] {
  if (answer.status === 200) return [ACCEPTED];
  if (!BUSY.includes(answer.status)) return [`got ${answer.status}`];
  const later = Number(answer.headers['retry-after']) > 0 ? [] : ['is not told when to come again'];
  return [...faultsOfError(answer), ...later];
}

function faultsOfRepeated(answer: WireAnswer, kept: WireAnswer): string[] {
  if (answer.status === 409) return faultsOfError(answer);
  if (answer.status !== 200) return [`got ${answer.status}`];
  return answer.bytes.equals(kept.bytes) ? [] : ['got another answer'];
}
