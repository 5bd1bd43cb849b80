import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, realpath, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { Injectable } from '@nestjs/common';
import { ChildTaskError, type ChildTaskLimits } from '../child-process/child-task.js';
import { type ProgramCall, runProgramGroup } from '../child-process/program-group.js';
import { findSandbox, SANDBOX_TEMPORARY } from '../child-process/sandbox.js';
import { type TaskOwner, TaskSlots } from '../child-process/task-slots.js';
import { Settings } from '../config/settings.js';
import { findOffice } from './find-office.js';
import { writeOfficeProfile } from './office-profile.js';
import { officeView } from './office-view.js';

/** Generous: LibreOffice takes several seconds to start before it reads anything. */
const LIMITS: ChildTaskLimits = { timeoutMs: 30_000, maxResidentMb: 1536 };
/**
 * Each needs a core and a few hundred megabytes, so further documents wait, but never for those of a single other
 * organization.
 */
const SLOTS = { slots: 2, perTenant: 1 };
/**
 * Ways to run a program without network if there is no bubblewrap: as root, and as a user who may create user
 * namespaces (unshare(1)).
 */
const WITHOUT_NETWORK = [['--net'], ['--map-root-user', '--net']];

/** LibreOffice is not installed. */
export class OfficeMissingError extends Error {}

/** `bubblewrap` implies no network. */
export type OfficeIsolation = 'bubblewrap' | 'no network' | 'none';

/** The installed LibreOffice and how it is isolated. */
export interface OfficeDescription {
  program: string;
  /** As LibreOffice reports it, such as `LibreOffice 7.4.7.2 40(Build:2)`. */
  version: string;
  isolation: OfficeIsolation;
}

interface Conversion {
  docx: Buffer;
  maxBytes: number;
  limits: ChildTaskLimits;
  signal: AbortSignal | undefined;
}

/** Converts office documents to PDF with LibreOffice, which is not part of this service and may be missing. */
@Injectable()
export class OfficeConverter {
  private readonly slots = new TaskSlots(SLOTS);
  private withoutNetwork: Promise<string[] | null> | undefined;

  constructor(private readonly settings: Settings) {}

  /**
   * Converts a Word document (OOXML) to PDF; null if LibreOffice cannot read it. LibreOffice runs with a temporary
   * profile, home and folder, an empty environment and, if the system allows it, without network.
   * @throws OfficeMissingError; ChildTaskError if it exceeds a limit, or the PDF is larger than `maxBytes`; as
   * `TaskSlots.run` does
   */
  async wordToPdf(
    readDocx: () => Promise<Buffer>,
    maxBytes: number,
    owner: TaskOwner,
    limits: ChildTaskLimits = LIMITS,
  ): Promise<Buffer | null> {
    const program = await findOffice(this.settings.sofficePath);
    if (program === null) throw new OfficeMissingError('LibreOffice was not found');
    return this.slots.run(async () => {
      const folder = await mkdtemp(join(tmpdir(), 'countersign-office-'));
      try {
        const docx = await readDocx();
        return await this.convertIn(folder, program, { docx, maxBytes, limits, signal: owner.signal });
      } finally {
        await rm(folder, { recursive: true, force: true, maxRetries: 3 });
      }
    }, owner);
  }

  /** For `doctor`; null if LibreOffice does not answer. */
  async describe(): Promise<OfficeDescription | null> {
    const program = await findOffice(this.settings.sofficePath);
    if (program === null) return null;
    const folder = await mkdtemp(join(tmpdir(), 'countersign-office-'));
    try {
      const profile = pathToFileURL(join(folder, 'profile')).href;
      const options = { env: environmentIn(folder), timeout: LIMITS.timeoutMs };
      const args = ['--headless', `-env:UserInstallation=${profile}`, '--version'];
      const { stdout } = await promisify(execFile)(program, args, options);
      return { program, version: stdout.trim(), isolation: await this.isolation() };
    } catch {
      return null;
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  private async convertIn(
    folder: string,
    office: string,
    { docx, maxBytes, limits, signal }: Conversion,
  ): Promise<Buffer | null> {
    const profile = join(folder, 'profile');
    await writeOfficeProfile(profile);
    for (const name of ['out', SANDBOX_TEMPORARY]) await mkdir(join(folder, name));
    await writeFile(join(folder, 'document.docx'), docx);
    const args = [
      '--headless',
      '--norestore',
      `-env:UserInstallation=${pathToFileURL(profile).href}`,
      '--infilter=MS Word 2007 XML',
      '--convert-to',
      'pdf:writer_pdf_Export',
      '--outdir',
      'out',
      'document.docx',
    ];
    const call = await this.isolate(office, args, folder);
    const status = await runProgramGroup(
      { ...call, cwd: folder, env: environmentIn(folder) },
      limits,
      signal,
    );
    // The status is 0 even if LibreOffice cannot read the document.
    if (status !== 0) throw new ChildTaskError('crash', `${office} ended with status ${status}`);
    const made = join(folder, 'out', 'document.pdf');
    const size = await stat(made).then(
      (found) => found.size,
      () => 0,
    );
    if (size > maxBytes) throw new ChildTaskError('memory', `${office} wrote over ${maxBytes} bytes`);
    return size === 0 ? null : readFile(made);
  }

  /** The call that runs LibreOffice as isolated as the system allows. */
  private async isolate(
    office: string,
    args: string[],
    folder: string,
  ): Promise<Pick<ProgramCall, 'program' | 'args'>> {
    const isolation = await this.isolation();
    if (isolation === 'bubblewrap') {
      const launcher = await realpath(office);
      const { program, args: wrapped } = findSandbox().wrap(launcher, args, officeView(launcher, folder));
      return { program, args: wrapped };
    }
    if (isolation === 'none') return { program: office, args };
    return { program: 'unshare', args: [...(await this.unsharing())!, office, ...args] };
  }

  private async isolation(): Promise<OfficeIsolation> {
    if (findSandbox().layer === 'bubblewrap') return 'bubblewrap';
    return (await this.unsharing()) ? 'no network' : 'none';
  }

  /** The arguments with which `unshare` runs a program without network; null if the system does not allow it. */
  private unsharing(): Promise<string[] | null> {
    this.withoutNetwork ??= (async () => {
      for (const args of WITHOUT_NETWORK) {
        const works = await promisify(execFile)('unshare', [...args, 'true']).then(
          () => true,
          () => false,
        );
        if (works) return args;
      }
      return null;
    })();
    return this.withoutNetwork;
  }
}

const environmentIn = (folder: string) => ({
  HOME: folder,
  TMPDIR: folder,
  PATH: '/usr/local/bin:/usr/bin:/bin',
  LANG: 'C.UTF-8',
});
