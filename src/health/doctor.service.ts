import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { scriptName } from '../pdf/script-names.js';
import { TextFonts } from '../pdf/text-fonts.js';
import { UnfitKeyError } from '../pdf-signatures/choose-seal-key.js';
import { OrganizationKeys } from '../pdf-signatures/organization-keys.js';
import { certificateName } from '../pdf-signatures/read-certificate.js';
import { TimeStamps } from '../pdf-signatures/time-stamps.js';
import { findSandbox } from '../platform/child-process/sandbox.js';
import { Settings } from '../platform/config/settings.js';
import { countFailedJobs, findStartedJobs, type StartedJob } from '../platform/jobs/job-state.queries.js';
import { OfficeConverter, type OfficeIsolation } from '../platform/office/office-converter.js';
import { DataFormat } from '../platform/processes/data-format.js';
import { DEFAULT_LOCALE } from '../platform/templates/locales.js';
import { TemplateRenderer } from '../platform/templates/template-renderer.js';
import { openRequestsAmong } from '../signatures/lists/open-requests.queries.js';
import { type TextIndexState, textIndexState } from '../signatures/lists/signature-search.queries.js';
import { type SealFailureRecord } from '../signatures/seal-failure.entity.js';
import { sealFailuresOf } from '../signatures/seal-failures.queries.js';
import { SEAL_JOB } from '../signatures/signature-job.kinds.js';
import { findBrokenIndexes } from './broken-index.queries.js';
import { databaseRole } from './database-role.queries.js';
import { type DoctorCheck, finding, type FindingCode, REMEDIES } from './domain/doctor-check.js';
import { MailCheck } from './mail-check.js';
import { OutboundWays } from './outbound-ways.js';
import { OutsideStores } from './outside-stores.js';
import { ProxyWatch, UNTRUSTED_PROXY } from './proxy-watch.js';
import { checkSandbox } from './sandbox-check.js';
import { serverVersion } from './server-version.queries.js';
import { LATE_JOBS_AFTER, ServiceState, type StorageState } from './service-state.js';

/** At most this many requests are named in a message. */
const MAX_NAMED = 20;

const OFFICE_ISOLATION: Record<OfficeIsolation, string> = {
  bubblewrap: 'in a sandbox (bubblewrap)',
  'no network': 'without network access',
  none: 'with network access, which cannot be cut off here',
};

const TEXT_INDEX_CHECKS: Record<TextIndexState, DoctorCheck> = {
  usable: { name: 'search', ok: true, message: 'the text search index is complete' },
  broken: finding(
    'search',
    null,
    'text_index_broken',
    'the text search index is incomplete, so searches do not use it',
  ),
  missing: finding(
    'search',
    null,
    'text_index_missing',
    'the extension pg_trgm or btree_gin is missing, so text searches have no index (docs/operations.md)',
  ),
};

const STORAGE_TROUBLES: Record<Exclude<StorageState, 'ok'>, [code: FindingCode, words: string]> = {
  unwritable: ['data_dir_unwritable', 'is not writable'],
  full: ['data_dir_full', 'is on a full disk: uploads get 507'],
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
    private readonly keys: OrganizationKeys,
    private readonly mail: MailCheck,
    private readonly ways: OutboundWays,
    private readonly format: DataFormat,
  ) {}

  async examine(): Promise<{ healthy: boolean; checks: DoctorCheck[] }> {
    const checks = [
      await this.database(),
      await this.databaseRole(),
      await this.processes(),
      await this.textIndex(),
      await this.indexes(),
      await this.dataDir(),
      ...(await this.stores.examine()),
      await this.deletions(),
      await this.mail.examine(),
      await this.proxy(),
      await this.ways.examine(),
      checkSandbox(findSandbox()),
      await this.wordDocuments(),
      this.textFonts(),
      await this.timeStamp(),
      await this.lateJobs(),
      await this.failedJobs(),
      await this.sealKey(),
      await this.sealing(),
    ];
    return { healthy: checks.every(({ ok }) => ok !== false), checks };
  }

  private async database(): Promise<DoctorCheck> {
    const version = await serverVersion(this.dataSource.manager);
    const kind = this.settings.databaseUrl === undefined ? 'embedded' : 'DATABASE_URL';
    return { name: 'database', ok: true, message: `PostgreSQL ${version} (${kind})` };
  }

  /** What injected SQL could do. */
  private async databaseRole(): Promise<DoctorCheck> {
    const name = 'database role';
    const role = await databaseRole(this.dataSource.manager);
    if (role.powers.length === 0)
      return { name, ok: true, message: `${role.name}, which is not a superuser` };
    const message = `${role.name} has more rights than the service needs: ${role.powers.join(', ')}`;
    return finding(name, null, 'database_role_powerful', message);
  }

  /** What keeps requests of the newest kinds from being sent. */
  private async processes(): Promise<DoctorCheck> {
    const name = 'processes';
    const { newest, minimum, older } = await this.format.examine(this.dataSource.manager);
    const known = `version ${newest} of the data format`;
    if (older.length === 0) {
      const message = `all running ones understand ${known}; the database requires ${minimum}`;
      return { name, ok: true, message };
    }
    const message = `not all running ones understand ${known}: ${older.slice(0, MAX_NAMED).join('; ')}`;
    return finding(name, null, 'processes_older', message);
  }

  private async textIndex(): Promise<DoctorCheck> {
    return TEXT_INDEX_CHECKS[await textIndexState(this.dataSource.manager)];
  }

  private async indexes(): Promise<DoctorCheck> {
    const name = 'indexes';
    const broken = await findBrokenIndexes(this.dataSource.manager);
    if (broken.length === 0) return { name, ok: true, message: 'all are complete' };
    const remedies = broken.map((index) =>
      [index.isLeftover ? 'drop index' : 'reindex index', 'concurrently', index.name].join(' '),
    );
    const names = broken.map((index) => index.name).join(', ');
    const why = 'their creation was interrupted, so they are updated but never used';
    const message = `${names}: ${why}. In psql, while the service runs: ${remedies.join('; ')}`;
    return finding(name, false, 'index_incomplete', message);
  }

  private async dataDir(): Promise<DoctorCheck> {
    const state = await this.state.storage();
    const { dataDir } = this.settings;
    if (state === 'ok') return { name: 'data folder', ok: true, message: dataDir };
    const [code, words] = STORAGE_TROUBLES[state];
    return finding('data folder', false, code, `${dataDir} ${words}`);
  }

  private async deletions(): Promise<DoctorCheck> {
    const name = 'erased files';
    const undeleted = await this.state.undeletedFiles();
    if (!undeleted) return { name, ok: true, message: 'none is waiting to be deleted' };
    const { files, since } = undeleted;
    const message = `${files} ${files === 1 ? 'file is' : 'files are'} not deleted yet, the oldest since ${since.toISOString()}`;
    return finding(name, false, 'files_not_deleted', message);
  }

  private async proxy(): Promise<DoctorCheck> {
    const name = 'reverse proxy';
    if (await this.proxies.hasNoticed()) return finding(name, null, 'untrusted_proxy', UNTRUSTED_PROXY);
    const { trustedProxies } = this.settings;
    const message =
      trustedProxies.length > 0
        ? `X-Forwarded-For is trusted from ${trustedProxies.join(', ')}`
        : 'no X-Forwarded-For header has been seen';
    return { name, ok: true, message };
  }

  private async wordDocuments(): Promise<DoctorCheck> {
    const name = 'Word documents';
    const office = await this.office.describe();
    if (!office) {
      const { sofficePath } = this.settings;
      const missing = sofficePath === undefined ? 'LibreOffice was not found' : `${sofficePath} does not run`;
      const message = `${missing}: DOCX is refused`;
      if (sofficePath === undefined) return finding(name, null, 'office_missing', message);
      // A configured installation is expected to work.
      return finding(name, false, 'office_broken', message);
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
    return finding('fonts', null, 'fonts_missing', `${here}; ${lack}. ${REMEDIES.fonts_missing}`);
  }

  /** Requests a real time stamp. */
  private async timeStamp(): Promise<DoctorCheck> {
    const name = 'time stamps';
    const { stamper } = this.timeStamps;
    if (!stamper)
      return finding(
        name,
        null,
        'no_time_stamps',
        'TSA_URL is not set: documents are sealed without time stamps (PAdES B-B)',
      );
    try {
      const { certificate, time } = await stamper.stamp(randomBytes(32));
      return { name, ok: true, message: `${certificateName(certificate)} stamped ${time.toISOString()}` };
    } catch (error) {
      const { message } = error as Error;
      const what = `TSA_URL returned no time stamp, so nothing can be completed: ${message}`;
      return finding(name, false, 'time_stamp_refused', what);
    }
  }

  private async lateJobs(): Promise<DoctorCheck> {
    const late = await this.state.countLateJobs();
    const name = 'waiting jobs';
    if (late === 0) return { name, ok: true, message: 'none is late' };
    return finding(name, false, 'jobs_late', `${late} are more than ${LATE_JOBS_AFTER} late`);
  }

  private async failedJobs(): Promise<DoctorCheck> {
    const kinds = await countFailedJobs(this.dataSource.manager);
    const message = kinds.map(({ kind, failed }) => `${failed} of ${kind}`).join(', ');
    const name = 'failed jobs';
    return kinds.length === 0
      ? { name, ok: true, message: 'none' }
      : finding(name, false, 'jobs_failed', message);
  }

  /** Makes a trial signature with the key of SEAL_P12. Organizations' own keys are renewed automatically. */
  private async sealKey(): Promise<DoctorCheck> {
    const name = 'seal key';
    try {
      const end = await this.keys.tryConfigured();
      const message = end
        ? `SEAL_P12 seals, until ${end.toISOString()}`
        : 'each organization has its own, which is renewed automatically';
      return { name, ok: true, message };
    } catch (error) {
      if (!(error instanceof UnfitKeyError)) throw error;
      return finding(name, false, 'seal_key_unfit', `SEAL_P12: ${error.message}`);
    }
  }

  /** Fully signed requests whose seal has failed, whether the service retries or has given up. */
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
      const what = retried.has(id) ? 'retrying' : 'given up';
      return [`${what}: ${id}`, ...this.reasonsOf(failures.get(id))].join('; ');
    });
    const name = 'sealing';
    if (open.length === 0) return { name, ok: true, message: 'no seal has failed' };
    return finding(name, false, 'seal_failed', parts.join('. '));
  }

  /** Empty for a run that ended before it could record its failure. */
  private reasonsOf(failure: SealFailureRecord | undefined): string[] {
    if (!failure) return [];
    const { cause, message, organizationId, signatureId } = failure;
    const describe = (what: string) =>
      this.templates.translate({ key: `mail.seal-failed.${what}.${cause}` }, { locale: DEFAULT_LOCALE });
    const retry = `npm run cli -- seal:retry --organization ${organizationId} --signature ${signatureId}`;
    return [
      `cause: ${describe('cause')} (${message})`,
      `remedy: ${describe('remedy')} To try at once: ${retry}`,
    ];
  }
}
