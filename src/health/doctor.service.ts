import { randomBytes } from 'node:crypto';
import { access, constants } from 'node:fs/promises';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Settings } from '../platform/config/settings.js';
import { OfficeConverter } from '../platform/office/office-converter.service.js';
import { nameOf } from '../pdf-signatures/read-certificate.js';
import { TimeStamps } from '../pdf-signatures/time-stamps.service.js';

/** One thing looked at. `ok` null: nothing is wrong, and there is something to know. */
export interface DoctorCheck {
  name: string;
  ok: boolean | null;
  message: string;
}

/** Jobs that should have run this long ago say that no worker runs, or too few. */
const LATE_JOBS_AFTER = '5 minutes';

/** Requests that are named in a message; more than these say the same. */
const MAX_NAMED = 20;

const UNSEALED = `
  select s.id, j.id is not null as "isTried" from signatures s
    left join jobs j on j.kind = 'signature.seal' and (j.payload->>'signatureId')::bigint = s.id and j.attempt > 0
    left join failed_jobs f on f.kind = 'signature.seal' and (f.payload->>'signatureId')::bigint = s.id
  where s.status in ('created', 'partially_signed') and s.deleted_at is null
    and (j.id is not null and j.lease_until is null or f.kind is not null)
  order by s.id limit $1`;

/** Looks at the installation for an admin: database, files, mail, time stamps, and work that failed or waits too long. */
@Injectable()
export class DoctorService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly settings: Settings,
    private readonly office: OfficeConverter,
    private readonly timeStamps: TimeStamps,
  ) {}

  async examine(): Promise<{ healthy: boolean; checks: DoctorCheck[] }> {
    const checks = [
      await this.database(),
      await this.dataDir(),
      this.mail(),
      await this.wordDocuments(),
      await this.timeStamp(),
      await this.lateJobs(),
      await this.failedJobs(),
      await this.sealing(),
    ];
    return { healthy: checks.every(({ ok }) => ok !== false), checks };
  }

  private async database(): Promise<DoctorCheck> {
    const [row] = await this.dataSource.query<[{ version: string }]>(
      "select current_setting('server_version') as version",
    );
    const kind = this.settings.databaseUrl === undefined ? 'embedded' : 'DATABASE_URL';
    return { name: 'database', ok: true, message: `PostgreSQL ${row.version} (${kind})` };
  }

  private async dataDir(): Promise<DoctorCheck> {
    const { dataDir } = this.settings;
    const writable = await access(dataDir, constants.W_OK).then(
      () => true,
      () => false,
    );
    return {
      name: 'data folder',
      ok: writable,
      message: writable ? dataDir : `${dataDir} cannot be written`,
    };
  }

  private mail(): DoctorCheck {
    if (this.settings.smtpUrl !== undefined)
      return { name: 'mail', ok: true, message: 'mails are sent over SMTP' };
    return {
      name: 'mail',
      ok: null,
      message: 'SMTP_URL is not set: mails are only written to the outbox folder',
    };
  }

  private async wordDocuments(): Promise<DoctorCheck> {
    const name = 'Word documents';
    const office = await this.office.describe();
    if (!office) {
      const { sofficePath } = this.settings;
      const missing = sofficePath === undefined ? 'LibreOffice was not found' : `${sofficePath} does not run`;
      // Where it was set, somebody counts on it.
      return { name, ok: sofficePath === undefined ? null : false, message: `${missing}: DOCX is refused` };
    }
    const network = office.hasNetwork ? 'its network cannot be cut off here' : 'without network';
    return { name, ok: true, message: `${office.version} (${office.program}), ${network}` };
  }

  /** Asks for a real one. */
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
      return { name, ok: true, message: `${nameOf(certificate)} stamped ${time.toISOString()}` };
    } catch (error) {
      const { message } = error as Error;
      return { name, ok: false, message: `TSA_URL gives none, and nothing is completed: ${message}` };
    }
  }

  private async lateJobs(): Promise<DoctorCheck> {
    const [row] = await this.dataSource.query<[{ late: number }]>(
      'select count(*) as late from jobs where lease_until is null and run_at < app_now() - $1::interval',
      [LATE_JOBS_AFTER],
    );
    const ok = row.late === 0;
    return {
      name: 'waiting jobs',
      ok,
      message: ok ? 'none is late' : `${row.late} are more than ${LATE_JOBS_AFTER} late`,
    };
  }

  private async failedJobs(): Promise<DoctorCheck> {
    const rows = await this.dataSource.query<{ kind: string; failed: number }[]>(
      'select kind, count(*) as failed from failed_jobs group by kind order by kind',
    );
    const message = rows.map(({ kind, failed }) => `${failed} of ${kind}`).join(', ');
    return { name: 'failed jobs', ok: rows.length === 0, message: message || 'none' };
  }

  /** Requests that everybody has signed and whose seal has failed: they are tried again, or wait for somebody. */
  private async sealing(): Promise<DoctorCheck> {
    const rows = await this.dataSource.query<{ id: number; isTried: boolean }[]>(UNSEALED, [MAX_NAMED]);
    const list = (isTried: boolean) => rows.filter((row) => row.isTried === isTried).map(({ id }) => id);
    const [tried, failed] = [list(true), list(false)];
    const parts = [
      ...(tried.length > 0 ? [`tried again: ${tried.join(', ')}`] : []),
      ...(failed.length > 0 ? [`given up: ${failed.join(', ')}`] : []),
    ];
    return { name: 'sealing', ok: rows.length === 0, message: parts.join('; ') || 'no seal has failed' };
  }
}
