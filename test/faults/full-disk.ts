import { mkdirSync, mkdtempSync, rmSync, statfsSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { count } from '../../bench/support/report.js';
import { ApiClient, type ApiResponse } from '../support/api-client.js';
import { giveFiles, idsOfFiles, proof } from '../support/given-files.js';
import { bulkyPdf, textPdf } from '../support/pdf-samples.js';
import { createDraft, SIGNATURES } from '../support/samples.js';
import { SigningVisitor } from '../support/signing-visitor.js';
import { SlowUpload } from '../support/slow-upload.js';
import { mountSmallDisk, noSmallDisk } from '../support/small-disk.js';
import { PROVEN_RENT_TEMPLATE } from '../support/templates.js';
import { until } from '../support/until.js';
import { type Findings } from './findings.js';
import { Site } from './site.js';
import { expectNoHalfFiles, filesOf, knownFiles } from './stored-files.js';

const MIB = 1024 * 1024;
const DISK_MB = 64;
const DOCUMENT_BYTES = 3 * MIB;
/** Of a signer's file that stays after its round. */
const ATTACHED_BYTES = MIB / 4;
/** Simultaneous uploads while others fill the disk. */
const AT_ONCE = 6;
/** Less than the service keeps free: an eighth of the disk. */
const LEFT_BYTES = 2 * MIB;
const ROOM_FOR_SOME_BYTES = 24 * MIB;
/** The most error lines in a round, whatever was refused. A document that cannot be sealed at present is one. */
const MOST_LINES = 4;
/** The next attempt to seal is due after 10 seconds, and the one after it 20 seconds later. */
const LONGEST_SEAL_MS = 90_000;

const ANN = { email: 'ann@faults.test', name: 'Ann' };
/** A form into which Ann gives a file. */
const FORM = {
  roles: [{ key: 'tenant', order: 1 }],
  fields: PROVEN_RENT_TEMPLATE.fields,
  signers: { tenant: ANN.email },
};
const PDF = { headers: { 'content-type': 'application/pdf' } };

type Answer = Pick<ApiResponse, 'status' | 'body'>;

/** Fills the file store's disk in several ways: uploads get 507, small requests go on, and no half file stays. */
export async function fullDisk(findings: Findings): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'countersign-full-'));
  const disk = `${dataDir}-disk`;
  const unmount = tryToMount(disk, findings);
  if (!unmount) return;
  try {
    mkdirSync(join(disk, 'files'));
    // Only the files are on the small disk: a database without any room cannot serve small requests either.
    symlinkSync(join(disk, 'files'), join(dataDir, 'files'));
    const site = await Site.open(1, { DATA_DIR: dataDir });
    try {
      await new DiskRounds(site, disk, findings).run(count('rounds', 9, 3));
      await expectNoHalfFiles(site, findings);
    } finally {
      await site.close();
    }
  } finally {
    unmount();
    rmSync(disk, { recursive: true });
  }
}

/** @returns undefined if it is not allowed here, which does not excuse a build server */
function tryToMount(disk: string, findings: Findings): (() => void) | undefined {
  try {
    if (noSmallDisk !== undefined) throw new Error(noSmallDisk);
    return mountSmallDisk(disk, DISK_MB);
  } catch (error) {
    const reason = (error as Error).message;
    if (process.env.CI) findings.holds('a small disk can be mounted', false, reason);
    else console.log(`  NOT TRIED: no small disk can be mounted (${reason})`);
    return undefined;
  }
}

class DiskRounds {
  private readonly api: ApiClient;
  private readonly tenant: { apiKey: string };
  /** The answers to uploads, by status. */
  private readonly statuses = new Map<number, number>();
  private readonly faults: string[] = [];
  /** Paths of the documents of this round. */
  private readonly uploaded: string[] = [];
  private mostLines = 0;

  constructor(
    private readonly site: Site,
    private readonly disk: string,
    private readonly findings: Findings,
  ) {
    this.tenant = site.tenants[0]!;
    this.api = new ApiClient(site.server.url, this.tenant.apiKey);
  }

  async run(rounds: number): Promise<void> {
    const ways = [() => this.fillByUploads(), () => this.fillBefore(), () => this.fillMeanwhile()];
    for (let round = 0; round < rounds; round++) await this.round(ways[round % ways.length]!);
    const counts = [...this.statuses].map(([status, times]) => `${status} × ${times}`).join(', ');
    this.findings.tried(
      `a disk of ${DISK_MB} MiB filled ${rounds} times, by uploads and by others; answers: ${counts}`,
    );
    this.findings.holds('uploads were refused', (this.statuses.get(507) ?? 0) >= rounds);
    this.findings.none(`nothing else was answered and nothing was left, in ${rounds} rounds`, this.faults);
    this.findings.holds(
      `no round wrote more than ${MOST_LINES} errors`,
      this.mostLines <= MOST_LINES,
      `most ${this.mostLines}`,
    );
  }

  private async round(fill: () => Promise<void>): Promise<void> {
    const linesBefore = this.site.server.log.length;
    const waiting = await this.sendToSigner();
    const form = await this.sendToSigner(FORM);
    await fill();
    await this.expectOnlyWholeFiles('while the disk is full');
    await this.expectSmallRequests();
    await this.giveFile(form.visitor, DOCUMENT_BYTES, { status: 507, kept: 0 });
    const { location } = await waiting.visitor.sign();
    if (location !== '/done') this.faults.push(`signing led to ${location}`);
    this.makeRoom();
    if ((await this.upload()).status !== 200) this.faults.push('uploads are refused although there is room');
    await this.giveFile(form.visitor, ATTACHED_BYTES, { status: 200, kept: 1 });
    const isCompleted = async () =>
      (await this.api.get(`${waiting.path}/status`)).body.status === 'completed';
    await until('what was signed meanwhile is sealed', isCompleted, {
      longestMs: LONGEST_SEAL_MS,
      lookMs: 500,
    }).catch((error: Error) => this.faults.push(error.message));
    await this.expectOnlyWholeFiles('when there is room again');
    const lines = this.site.server.log.slice(linesBefore);
    if (lines.length > MOST_LINES) for (const line of lines) console.log(`            ${line}`);
    this.mostLines = Math.max(this.mostLines, lines.length);
    await this.shrinkAll();
  }

  private async fillByUploads(): Promise<void> {
    this.takeRoom(ROOM_FOR_SOME_BYTES);
    while ((await this.upload()).status === 200);
  }

  /** Also takes the room that the service itself leaves free. */
  private async fillBefore(): Promise<void> {
    this.takeRoom();
    for (let upload = 0; upload < AT_ONCE; upload++)
      if ((await this.upload()).status !== 507) this.faults.push('an upload was accepted on a full disk');
  }

  /** Takes the rest of the room while documents arrive. */
  private async fillMeanwhile(): Promise<void> {
    const uploads: SlowUpload[] = [];
    for (let upload = 0; upload < AT_ONCE; upload++) {
      const address = `${this.site.server.url}${await this.addressOfDraft()}`;
      uploads.push(new SlowUpload(address, this.tenant, bulkyPdf(DOCUMENT_BYTES)));
    }
    await until('half of each has arrived', () => this.arrivedBytes() > (AT_ONCE * DOCUMENT_BYTES) / 4);
    this.takeRoom(0);
    for (const upload of uploads) this.note(await upload.finish());
  }

  private arrivedBytes(): number {
    const halves = filesOf(this.site).filter((key) => key.endsWith('.part'));
    return halves.reduce((sum, key) => sum + statSync(join(this.disk, 'files', key)).size, 0);
  }

  private async upload(): Promise<Answer> {
    return this.note(await this.api.put(await this.addressOfDraft(), bulkyPdf(DOCUMENT_BYTES), PDF));
  }

  private note({ status, body }: Answer): Answer {
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
    const isFull = status === 507 && body.statusCode === 507 && body.code === 'storage_full';
    if (status !== 200 && !isFull)
      this.faults.push(`an upload was answered ${status}: ${JSON.stringify(body)}`);
    return { status, body };
  }

  private async addressOfDraft(): Promise<string> {
    this.uploaded.push(`${SIGNATURES}/${await createDraft(this.api)}/document`);
    return this.uploaded.at(-1)!;
  }

  /** Replaces large documents with small ones, so the next round has room. */
  private async shrinkAll(): Promise<void> {
    const pdf = await textPdf();
    for (const path of this.uploaded.splice(0)) {
      const { status } = await this.api.put(path, pdf, PDF);
      if (status !== 200) this.faults.push(`replacing a document was answered ${status}`);
    }
  }

  private async sendToSigner(form?: object): Promise<{ path: string; visitor: SigningVisitor }> {
    const path = `${SIGNATURES}/${await createDraft(this.api, { type: 'self_signed' })}`;
    await this.api.put(`${path}/document`, await textPdf(), PDF);
    if (form) await this.api.put(`${path}/form`, form);
    const { body } = await this.api.post(`${path}/send`, { signers: [ANN] });
    return { path, visitor: new SigningVisitor(body.signers[0].signingUrl) };
  }

  private async giveFile(
    visitor: SigningVisitor,
    bytes: number,
    expected: { status: number; kept: number },
  ): Promise<void> {
    const { status } = await giveFiles(visitor, [proof(bulkyPdf(bytes))]);
    const kept = idsOfFiles(await visitor.get('document')).length;
    if (status !== expected.status || kept !== expected.kept)
      this.faults.push(`a signer's file was answered ${status}, and ${kept} files are kept`);
  }

  private async expectSmallRequests(): Promise<void> {
    const path = `${SIGNATURES}/${await createDraft(this.api)}`;
    const answers = [
      await this.api.get(path),
      await this.api.get(`${SIGNATURES}?limit=5`),
      await this.api.delete(path),
    ];
    const refused = answers.filter(({ status }) => status !== 200);
    this.faults.push(
      ...refused.map(({ status, body }) => `a small request: ${status} ${JSON.stringify(body)}`),
    );
  }

  private async expectOnlyWholeFiles(when: string): Promise<void> {
    const known = await knownFiles(this.site);
    const others = filesOf(this.site).filter((key) => !known.has(key));
    if (others.length > 0) this.faults.push(`${others.length} files without a row ${when}: ${others[0]}`);
  }

  private takeRoom(left = LEFT_BYTES): void {
    const { bavail, bsize } = statfsSync(this.disk);
    try {
      writeFileSync(join(this.disk, 'filler'), Buffer.alloc(Math.max(0, bavail * bsize - left)));
    } catch (error) {
      // What arrived meanwhile has taken some of the room.
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    }
  }

  private makeRoom(): void {
    rmSync(join(this.disk, 'filler'), { force: true });
  }
}
