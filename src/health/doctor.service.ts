import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Settings } from '../platform/config/settings.js';
import { countFailedJobs, findStartedJobs, type StartedJob } from '../platform/jobs/job-state.queries.js';
import { findSandbox, NOBODY, type SandboxLayer } from '../platform/child-process/sandbox.js';
import { OfficeConverter, type OfficeIsolation } from '../platform/office/office-converter.service.js';
import { certificateName } from '../pdf-signatures/read-certificate.js';
import { scriptName } from '../pdf/script-names.js';
import { TextFonts } from '../pdf/text-fonts.service.js';
import { TimeStamps } from '../pdf-signatures/time-stamps.service.js';
import { openRequestsAmong } from '../signatures/open-requests.queries.js';
import { DEFAULT_LOCALE } from '../platform/templates/locales.js';
import { TemplateRenderer } from '../platform/templates/template-renderer.service.js';
import { type SealFailureRecord } from '../signatures/seal-failure.entity.js';
import { sealFailuresOf } from '../signatures/seal-failures.queries.js';
import { SEAL_JOB } from '../signatures/signature-job.kinds.js';
import { type TextIndexState, textIndexState } from '../signatures/signature-search.queries.js';
import { findBrokenIndexes } from './broken-index.queries.js';
import { OutsideStores } from './outside-stores.service.js';
import { serverVersion } from './server-version.queries.js';
import { ProxyWatch, UNTRUSTED_PROXY } from './proxy-watch.service.js';
import { LATE_JOBS_AFTER, ServiceState, type StorageState } from './service-state.service.js';

/** The result of one check. `ok` null: nothing is wrong, but there is something to know. */
export interface DoctorCheck {
  name: string;
  ok: boolean | null;
  message: string;
}

/** At most this many requests are named in a message. */
const MAX_NAMED = 20;

const INSTALL_BUBBLEWRAP = 'For a sandbox install bubblewrap and allow user namespaces (docs/operations.md)';

const INSTALL_FONTS = 'Install fonts-noto-cjk (Debian) or set FONTS_DIR, then restart the service';

const OFFICE_ISOLATION: Record<OfficeIsolation, string> = {
  bubblewrap: 'in a sandbox (bubblewrap)',
  'no network': 'without network',
  none: 'its network cannot be cut off here',
};

/** What keeps the processes that open strangers' files from everything else. */
const SANDBOX_CHECKS: Record<SandboxLayer, Omit<DoctorCheck, 'name'>> = {
  bubblewrap: {
    ok: true,
    message: 'bubblewrap (no network, no files but their code, no other processes) and Node.js permissions',
  },
  account: {
    ok: null,
    message: `the account ${NOBODY} and Node.js permissions, but with network. ${INSTALL_BUBBLEWRAP}`,
  },
  none: { ok: null, message: `Node.js permissions only. ${INSTALL_BUBBLEWRAP}` },
};

const TEXT_INDEX_CHECKS: Record<TextIndexState, Omit<DoctorCheck, 'name'>> = {
  usable: { ok: true, message: 'texts have an index' },
  broken: { ok: null, message: 'the index of texts is not complete: texts are found without it' },
  missing: {
    ok: null,
    message: 'the extension pg_trgm is missing: texts are found without an index (docs/operations.md)',
  },
};

const STORAGE_TROUBLES: Record<StorageState, string> = {
  ok: '',
  unwritable: ' cannot be written',
  full: ' is on a disk without room: uploads get 507',
};

/** Examines the installation for an admin: database, files, mail, time stamps, failed and late jobs. */
@Injectable()
export class DoctorService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly settings: Settings,
    private readonly office: OfficeConverter,
    private readonly timeStamps: TimeStamps,
    private readonly templates: TemplateRenderer,
    private readonly proxies: ProxyWatch,
    private readonly state: ServiceState,
    private readonly fonts: TextFonts,
    private readonly stores: OutsideStores,
  ) {}

  async examine(): Promise<{ healthy: boolean; checks: DoctorCheck[] }> {
    const checks = [
      await this.database(),
      await this.textIndex(),
      await this.indexes(),
      await this.dataDir(),
      ...(await this.stores.examine()),
      this.mail(),
      await this.proxy(),
      this.childProcesses(),
      await this.wordDocuments(),
      this.textFonts(),
      await this.timeStamp(),
      await this.lateJobs(),
      await this.failedJobs(),
      await this.sealing(),
    ];
    return { healthy: checks.every(({ ok }) => ok !== false), checks };
  }

  private async database(): Promise<DoctorCheck> {
    const version = await serverVersion(this.dataSource.manager);
    const kind = this.settings.databaseUrl === undefined ? 'embedded' : 'DATABASE_URL';
    return { name: 'database', ok: true, message: `PostgreSQL ${version} (${kind})` };
  }

  private async textIndex(): Promise<DoctorCheck> {
    return { name: 'search', ...TEXT_INDEX_CHECKS[await textIndexState(this.dataSource.manager)] };
  }

  private async indexes(): Promise<DoctorCheck> {
    const name = 'indexes';
    const broken = await findBrokenIndexes(this.dataSource.manager);
    if (broken.length === 0) return { name, ok: true, message: 'all are complete' };
    const remedies = broken.map((index) =>
      [index.isLeftover ? 'drop index' : 'reindex index', 'concurrently', index.name].join(' '),
    );
    const names = broken.map((index) => index.name).join(', ');
    const why = 'building was interrupted, so they are written to and never read';
    return {
      name,
      ok: false,
      message: `${names}: ${why}. In psql, while the service runs: ${remedies.join('; ')}`,
    };
  }

  private async dataDir(): Promise<DoctorCheck> {
    const state = await this.state.storage();
    const message = `${this.settings.dataDir}${STORAGE_TROUBLES[state]}`;
    return { name: 'data folder', ok: state === 'ok', message };
  }

  private mail(): DoctorCheck {
    if (this.state.hasMailServer) return { name: 'mail', ok: true, message: 'mails are sent over SMTP' };
    return {
      name: 'mail',
      ok: null,
      message: 'SMTP_URL is not set: mails are only written to the outbox folder',
    };
  }

  private async proxy(): Promise<DoctorCheck> {
    const name = 'reverse proxy';
    if (await this.proxies.hasNoticed()) return { name, ok: null, message: UNTRUSTED_PROXY };
    const { trustedProxies } = this.settings;
    const message =
      trustedProxies.length > 0
        ? `X-Forwarded-For is trusted from ${trustedProxies.join(', ')}`
        : 'no X-Forwarded-For has been noticed';
    return { name, ok: true, message };
  }

  private childProcesses(): DoctorCheck {
    const { layer, filtersCalls } = findSandbox();
    const check = SANDBOX_CHECKS[layer];
    const message = filtersCalls ? `a filter of system calls, ${check.message}` : check.message;
    return { name: 'child processes', ...check, message };
  }

  private async wordDocuments(): Promise<DoctorCheck> {
    const name = 'Word documents';
    const office = await this.office.describe();
    if (!office) {
      const { sofficePath } = this.settings;
      const missing = sofficePath === undefined ? 'LibreOffice was not found' : `${sofficePath} does not run`;
      // If it is configured, it is expected to work.
      return { name, ok: sofficePath === undefined ? null : false, message: `${missing}: DOCX is refused` };
    }
    const held = OFFICE_ISOLATION[office.isolation];
    return { name, ok: true, message: `${office.version} (${office.program}), ${held}` };
  }

  /** Which scripts can be drawn on PDFs. */
  private textFonts(): DoctorCheck {
    const { packaged, system, folders } = this.fonts.describe();
    const named = (scripts: readonly string[]) =>
      scripts.map((script) => scriptName(script, DEFAULT_LOCALE)).join(', ');
    const found = system
      .filter(({ font }) => font !== null)
      .map(({ script, font, path }) => `${named([script])} (${font}, ${path})`);
    const missing = system.filter(({ font }) => font === null).map(({ script }) => script);
    const here = `PDFs show ${[named(packaged), ...found].join(', ')}`;
    if (missing.length === 0) return { name: 'fonts', ok: true, message: here };
    const lack = `no font for ${named(missing)} in ${folders.join(', ')}, so requests with such names are refused`;
    return { name: 'fonts', ok: null, message: `${here}; ${lack}. ${INSTALL_FONTS}` };
  }

  /** Requests a real time stamp. */
  private async timeStamp(): Promise<DoctorCheck> {
    const name = 'time stamps';
    const { stamper } = this.timeStamps;
    if (!stamper)
      return {
        name,
        ok: null,
        message: 'TSA_URL is not set: signatures are sealed without them (PAdES B-B)',
      };
    try {
      const { certificate, time } = await stamper.stamp(randomBytes(32));
      return { name, ok: true, message: `${certificateName(certificate)} stamped ${time.toISOString()}` };
    } catch (error) {
      const { message } = error as Error;
      return {
        name,
        ok: false,
        message: `TSA_URL returned no time stamp, so nothing can be completed: ${message}`,
      };
    }
  }

  private async lateJobs(): Promise<DoctorCheck> {
    const late = await this.state.countLateJobs();
    const message = late === 0 ? 'none is late' : `${late} are more than ${LATE_JOBS_AFTER} late`;
    return { name: 'waiting jobs', ok: late === 0, message };
  }

  private async failedJobs(): Promise<DoctorCheck> {
    const kinds = await countFailedJobs(this.dataSource.manager);
    const message = kinds.map(({ kind, failed }) => `${failed} of ${kind}`).join(', ');
    return { name: 'failed jobs', ok: kinds.length === 0, message: message || 'none' };
  }

  /** Requests that everyone has signed and whose seal has failed: the service tries again, or has given up. */
  private async sealing(): Promise<DoctorCheck> {
    const { manager } = this.dataSource;
    const jobs = await findStartedJobs(manager, SEAL_JOB);
    const idsIn = (...states: StartedJob['state'][]) =>
      jobs.filter(({ state }) => states.includes(state)).map(({ payload }) => Number(payload.signatureId));
    const open = await openRequestsAmong(manager, idsIn('waiting', 'failed'));
    const retried = new Set(idsIn('running', 'waiting'));
    const named = open.slice(0, MAX_NAMED);
    const failures = new Map((await sealFailuresOf(manager, named)).map((each) => [each.signatureId, each]));
    const parts = named.map((id) => {
      const what = retried.has(id) ? 'tried again' : 'given up';
      return [`${what}: ${id}`, ...this.reasonsOf(failures.get(id))].join('; ');
    });
    return { name: 'sealing', ok: open.length === 0, message: parts.join('. ') || 'no seal has failed' };
  }

  /** Nothing for a run that ended before it could record its failure. */
  private reasonsOf(failure: SealFailureRecord | undefined): string[] {
    if (!failure) return [];
    const { cause, message, organizationId, signatureId } = failure;
    const tell = (what: string) =>
      this.templates.tell({ key: `mail.seal-failed.${what}.${cause}` }, DEFAULT_LOCALE);
    const retry = `npm run cli -- seal:retry --organization ${organizationId} --signature ${signatureId}`;
    return [`cause: ${tell('cause')} (${message})`, `remedy: ${tell('remedy')} To try at once: ${retry}`];
  }
}
