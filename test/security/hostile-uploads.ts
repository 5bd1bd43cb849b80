import { INSPECTION_LIMITS } from '../../src/identity-documents/document-analysis.service.js';
import { extraTimeMs, MAX_PAGES, UPLOAD_TASK_LIMITS } from '../../src/pdf/document-limits.js';
import { clockMs } from '../../src/platform/child-process/child-task.js';
import { CHECK_LIMITS } from '../../src/signed-pdf-checks/check-file.js';
import { patience } from '../support/patience.js';
import { faultsOfError } from './answer-check.js';
import { formWith } from './form-with.js';
import { ACTIVE_PDFS } from './hostile/active-pdfs.js';
import { ARCHIVES, damagedArchives } from './hostile/archives.js';
import { brokenPdfs } from './hostile/broken-pdfs.js';
import { type HostileFile } from './hostile/hostile-file.js';
import { damagedPictures, OTHERS, PICTURES } from './hostile/pictures.js';
import { type Installation, type Tenant } from './installation.js';
import { SIGNATURES } from './paths.js';
import { type Scale } from './scale.js';
import { Tally } from './tally.js';
import { jsonOf, type WireAnswer } from './wire.js';
import { WorldBuilder } from './world.js';

/** One organization has two slots for documents. */
const AT_ONCE = 2;
/** Every fourth picture is also sent to the pages that take one, and every fourth PDF to the page that checks it. */
const ON_PAGES_EVERY = 4;
/** For a file to reach the task that opens it, and for the answer to come back. */
const WAY_MS = 10_000;
/**
 * How long a file may take by the clock at each place where one task opens it. The client gives up sooner on a check.
 */
const LONGEST_MS = {
  document: clockMs(UPLOAD_TASK_LIMITS.timeoutMs + extraTimeMs(MAX_PAGES)) + WAY_MS,
  front: clockMs(INSPECTION_LIMITS.timeoutMs) + WAY_MS,
  check: clockMs(CHECK_LIMITS.timeoutMs) + WAY_MS,
};
type Place = keyof typeof LONGEST_MS;

/** Uploads files made to do harm, names each answer, and checks that the service keeps running. */
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

  /** Uploads the file as the document of a draft. */
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

  /** Sends the file as the front of a document in a verification. */
  private async showPicture(tenant: Tenant, file: HostileFile, bytes: Buffer): Promise<void> {
    const form = { firstName: 'A', lastName: 'B', documentType: 'passport', verificationMethod: 'document' };
    const { sessionUrl, person } = await new WorldBuilder(this.site, tenant).begin(form);
    await person.agree();
    await this.judge(file, 'front', undefined, () =>
      this.post(new URL(`${sessionUrl}/front`).pathname, bytes),
    );
  }

  /** Sends the file as a signed PDF to be checked. */
  private async checkDocument(file: HostileFile, bytes: Buffer): Promise<void> {
    await this.judge(file, 'check', undefined, () => this.post('/verify-document', bytes));
  }

  private post(path: string, bytes: Buffer): Promise<WireAnswer> {
    const { headers, body } = formWith(bytes);
    // The page counts by address.
    const from = { ...headers, 'x-forwarded-for': `10.7.${this.uploaded >> 8}.${this.uploaded & 255}` };
    return this.site.wire.send({ method: 'POST', path, headers: from, body });
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

  /** Several tasks open a Word document, one of them LibreOffice, so it only has to be answered at all. */
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
