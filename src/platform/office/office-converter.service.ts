import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { Injectable } from '@nestjs/common';
import { ChildTaskError, type ChildTaskLimits } from '../child-process/child-task.js';
import { runProgramGroup } from '../child-process/program-group.js';
import { TaskSlots } from '../child-process/task-slots.js';
import { Settings } from '../config/settings.js';
import { findOffice } from './find-office.js';
import { writeOfficeProfile } from './office-profile.js';

/** LibreOffice takes several seconds to start before it reads anything. */
const LIMITS: ChildTaskLimits = { timeoutMs: 60_000, maxResidentMb: 1536 };
/** It takes a core and some hundred megabytes: further documents wait. */
const AT_ONCE = 1;
/** Ways to give a program no network at all, for root and for whoever may make user namespaces (unshare(1)). */
const WITHOUT_NETWORK = [['--net'], ['--map-root-user', '--net']];

/** There is no LibreOffice on this machine. */
export class OfficeMissingError extends Error {}

/** What an admin should know: which LibreOffice there is, and whether it can be kept from the network. */
export interface OfficeDescription {
  program: string;
  /** As it says itself, such as `LibreOffice 7.4.7.2 40(Build:2)`. */
  version: string;
  hasNetwork: boolean;
}

/** Converts office documents to PDF by LibreOffice, which is not part of this service and may be missing. */
@Injectable()
export class OfficeConverter {
  private readonly slots = new TaskSlots(AT_ONCE);
  private isolation: Promise<string[] | null> | undefined;

  constructor(private readonly settings: Settings) {}

  /**
   * A Word document (OOXML) as PDF, or null where LibreOffice cannot read it. It runs with a profile, a home and a folder of its
   * own that are removed with it, with nothing of this process's environment, and without network where the system lets us.
   * @throws OfficeMissingError; ChildTaskError where it overran a limit, or the PDF has over `maxBytes`
   */
  async wordToPdf(docx: Buffer, maxBytes: number, limits: ChildTaskLimits = LIMITS): Promise<Buffer | null> {
    const program = await findOffice(this.settings.sofficePath);
    if (program === null) throw new OfficeMissingError('LibreOffice was not found');
    return this.slots.run(async () => {
      const folder = await mkdtemp(join(tmpdir(), 'countersign-office-'));
      try {
        return await this.convertIn(folder, program, { docx, maxBytes, limits });
      } finally {
        await rm(folder, { recursive: true, force: true, maxRetries: 3 });
      }
    });
  }

  /** For `doctor`: null where there is none that answers. */
  async describe(): Promise<OfficeDescription | null> {
    const program = await findOffice(this.settings.sofficePath);
    if (program === null) return null;
    const folder = await mkdtemp(join(tmpdir(), 'countersign-office-'));
    try {
      const profile = pathToFileURL(join(folder, 'profile')).href;
      const options = { env: environmentIn(folder), timeout: LIMITS.timeoutMs };
      const args = ['--headless', `-env:UserInstallation=${profile}`, '--version'];
      const { stdout } = await promisify(execFile)(program, args, options);
      return { program, version: stdout.trim(), hasNetwork: (await this.isolate()) === null };
    } catch {
      return null;
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  private async convertIn(
    folder: string,
    office: string,
    { docx, maxBytes, limits }: { docx: Buffer; maxBytes: number; limits: ChildTaskLimits },
  ): Promise<Buffer | null> {
    const profile = join(folder, 'profile');
    await writeOfficeProfile(profile);
    await mkdir(join(folder, 'out'));
    await writeFile(join(folder, 'document.docx'), docx);
    const isolation = await this.isolate();
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
    const call = isolation
      ? { program: 'unshare', args: [...isolation, office, ...args] }
      : { program: office, args };
    await runProgramGroup({ ...call, cwd: folder, env: environmentIn(folder) }, limits);
    // It ends with 0 also where it could not read the document.
    const made = join(folder, 'out', 'document.pdf');
    const size = await stat(made).then(
      (found) => found.size,
      () => 0,
    );
    if (size > maxBytes) throw new ChildTaskError('memory', `${office} wrote over ${maxBytes} bytes`);
    return size === 0 ? null : readFile(made);
  }

  /** The arguments with which `unshare` gives a program no network; null where the system does not allow it. */
  private isolate(): Promise<string[] | null> {
    this.isolation ??= (async () => {
      for (const args of WITHOUT_NETWORK) {
        const works = await promisify(execFile)('unshare', [...args, 'true']).then(
          () => true,
          () => false,
        );
        if (works) return args;
      }
      return null;
    })();
    return this.isolation;
  }
}

const environmentIn = (folder: string) => ({
  HOME: folder,
  TMPDIR: folder,
  PATH: '/usr/local/bin:/usr/bin:/bin',
  LANG: 'C.UTF-8',
});
