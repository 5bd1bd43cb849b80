import { INSPECTION_LIMITS } from '../../src/identity-documents/document-analysis.service.js';
import { UPLOAD_TASK_LIMITS } from '../../src/pdf/document-limits.js';
import { clockMs } from '../../src/platform/child-process/child-task.js';
import { CHECK_LIMITS } from '../../src/signed-pdf-checks/check-file.js';
import { patience } from '../support/patience.js';
import { faultsOfError } from './answer-check.js';
import { ACTIVE_PDFS } from './hostile/active-pdfs.js';
import { ARCHIVES, damagedArchives } from './hostile/archives.js';
import { brokenPdfs } from './hostile/broken-pdfs.js';
import { type HostileFile } from './hostile/hostile-file.js';
import { damagedPictures, OTHERS, PICTURES } from './hostile/pictures.js';
import { type Installation, type Tenant } from './installation.js';
import { type Scale } from './scale.js';
import { Tally } from './tally.js';
import { jsonOf, type WireAnswer } from './wire.js';
import { SIGNATURES } from './paths.js';
import { WorldBuilder } from './world.js';

/** One organization has two slots for documents. */
const AT_ONCE = 2;
/** Every fourth picture is also shown to the pages that take one, and every fourth PDF to the page that checks it. */
const ON_PAGES_EVERY = 4;
/** A file's way to the task that opens it, and the answer's way back. */
const WAY_MS = 10_000;
/** How long a file may take by the clock at each place, where one task opens it. The client gives up sooner on a check. */
const LONGEST_MS = {
  document: clockMs(UPLOAD_TASK_LIMITS) + WAY_MS,
  front: clockMs(INSPECTION_LIMITS) + WAY_MS,
  check: clockMs(CHECK_LIMITS) + WAY_MS,
};
type Place = keyof typeof LONGEST_MS;

/** Uploads files that were made to harm, names each answer, and looks whether the service goes on. */
export class HostileUploads {
  readonly tally = new Tally('hostile uploads');
  private uploaded = 0;
  private archives: readonly HostileFile[] = [];
  private readonly slowest: Partial<Record<Place, { name: string; tookMs: number }>> = {};

  constructor(
    private readonly site: Installation,
    private readonly scale: Scale,
    private readonly seed: number,
  ) {}

  async run(): Promise<void> {
    const { seed } = this;
    const documents = [...ACTIVE_PDFS, ...brokenPdfs(seed)];
    const pictures = [...PICTURES, ...damagedPictures(seed)];
    this.archives = [...ARCHIVES, ...damagedArchives(seed)];
    const files = [...documents, ...this.archives, ...pictures, ...OTHERS];
    const chosen = files.filter((_, index) => index % this.scale.uploadEvery === 0);
    const left = chosen.entries();
    const work = async () => {
      const tenant = await this.site.createTenant();
      for (const [index, file] of left) {
        const bytes = await file.make();
        await this.upload(tenant, file, bytes);
        if (index % ON_PAGES_EVERY !== 0) continue;
        if (pictures.includes(file)) await this.showPicture(tenant, file, bytes);
        else await this.checkDocument(file, bytes);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    console.log(`  ${chosen.length} of ${files.length} files, ${this.uploaded} uploads`);
    this.printSlowest();
  }

  /** As the document of a draft. */
  private async upload(tenant: Tenant, file: HostileFile, bytes: Buffer): Promise<void> {
    const id = await new WorldBuilder(this.site, tenant).draft('fast');
    const headers = {
      authorization: `Bearer ${tenant.apiKey}`,
      'content-type': 'application/octet-stream',
    };
    const path = `${SIGNATURES}/${id}/document`;
    await this.judge(file, 'document', file.expected, () =>
      this.site.wire.send({ method: 'PUT', path, headers, body: bytes }),
    );
  }

  /** As the front of a document in a verification. */
  private async showPicture(tenant: Tenant, file: HostileFile, bytes: Buffer): Promise<void> {
    const form = { firstName: 'A', lastName: 'B', documentType: 'passport', verificationMethod: 'document' };
    const { sessionUrl, person } = await new WorldBuilder(this.site, tenant).begin(form);
    await person.agree();
    await this.judge(file, 'front', undefined, () =>
      this.post(new URL(`${sessionUrl}/front`).pathname, bytes),
    );
  }

  /** As a signed PDF to be checked. */
  private async checkDocument(file: HostileFile, bytes: Buffer): Promise<void> {
    await this.judge(file, 'check', undefined, () => this.post('/verify-document', bytes));
  }

  private post(path: string, bytes: Buffer): Promise<WireAnswer> {
    const boundary = 'b0undary';
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a"\r\nContent-Type: image/jpeg\r\n\r\n`;
    return this.site.wire.send({
      method: 'POST',
      path,
      headers: {
        'content-type': `multipart/form-data; boundary=${boundary}`,
        // The page counts by address.
        'x-forwarded-for': `10.7.${this.uploaded >> 8}.${this.uploaded & 255}`,
      },
      body: Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]),
    });
  }

  private async judge(
    file: HostileFile,
    place: Place,
    expected: string | undefined,
    send: () => Promise<WireAnswer>,
  ): Promise<void> {
    this.uploaded++;
    const started = performance.now();
    const answer = await send().catch((error: Error) => error);
    const tookMs = performance.now() - started;
    const { said, faults } =
      answer instanceof Error ? noAnswer(answer) : judgeAnswer(answer, place, expected);
    faults.push(...this.faultsOfTime(file, place, tookMs));
    if (!(await this.site.isAlive())) faults.push('the service is not ready afterwards');
    const line = `${file.name} → ${place}`;
    console.log(`  ${faults.length > 0 ? 'FAULT ' : ''}${line}: ${said} (${inSeconds(tookMs)})`);
    this.tally.record(line, faults);
  }

  /** A Word document is opened by several tasks, one of them LibreOffice; it only has to be answered at all. */
  private faultsOfTime(file: HostileFile, place: Place, tookMs: number): string[] {
    if (place === 'document' && this.archives.includes(file)) return [];
    const slowest = this.slowest[place] ?? { name: '', tookMs: 0 };
    if (tookMs > slowest.tookMs) this.slowest[place] = { name: file.name, tookMs };
    const longestMs = patience(LONGEST_MS[place]);
    return tookMs > longestMs ? [`took ${inSeconds(tookMs)}, over ${inSeconds(longestMs)}`] : [];
  }

  private printSlowest(): void {
    for (const [place, { name, tookMs }] of Object.entries(this.slowest)) {
      const limit = inSeconds(LONGEST_MS[place as Place]);
      console.log(
        `  slowest as ${place}: ${name}, ${inSeconds(tookMs)} (limit ${limit}, more on a busy machine)`,
      );
    }
  }
}

const inSeconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`;
const noAnswer = ({ message }: Error) => ({ said: 'no answer', faults: [`no answer (${message})`] });

function judgeAnswer(
  answer: WireAnswer,
  place: Place,
  expected: string | undefined,
): { said: string; faults: string[] } {
  const { status } = answer;
  const { code = '' } = (jsonOf(answer) as { code?: string } | undefined) ?? {};
  const said = `${status} ${code}`.trim();
  if (status >= 500) return { said, faults: [`${said} ${answer.bytes.toString().slice(0, 200)}`] };
  const faults = place === 'document' && status >= 400 ? faultsOfError(answer) : [];
  const isExpected = expected === undefined || (expected === 'refused' ? status >= 400 : code === expected);
  if (!isExpected) faults.push(`${said} instead of ${expected}`);
  if (place === 'document' && status >= 400 && code === '') faults.push(`${said} without a code`);
  return { said, faults };
}
