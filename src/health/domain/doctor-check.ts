/** The remedy for each finding of `doctor`. A code without one fails the type check. */
export const REMEDIES = {
  text_index_broken:
    'In psql, while the service runs: reindex index concurrently signatures_by_organization_text',
  text_index_missing:
    'In psql as an administrator, while the service runs: the statements of docs/operations.md, “Running with your own PostgreSQL”',
  database_role_powerful:
    'Give the service a role of its own that owns its database and nothing else: deploy/postgres/service-role.sql makes one (docs/operations.md, “Running with your own PostgreSQL”). Then set DATABASE_URL to that role, and restart the service',
  processes_older:
    'Upgrade these processes, or stop them: requests of newer kinds can be sent once all running processes understand them (docs/operations.md, “Upgrades”)',
  index_incomplete: 'Run the statements in the message in psql, while the service runs',
  data_dir_unwritable: "Give the service's account the right to write to DATA_DIR",
  data_dir_full:
    'Make room on the disk of DATA_DIR, or move DATA_DIR to a larger one; uploads then resume automatically',
  pooler_loses_statements: 'Set DATABASE_UNNAMED_STATEMENTS=true, and restart the service',
  pooler_hides_notifications:
    'Set DATABASE_DIRECT_URL to the address of PostgreSQL itself, and restart the service',
  redis_unreachable: 'Start Redis, or correct or unset REDIS_URL',
  bucket_unusable: 'Start the object storage, or correct the S3_… settings',
  files_not_deleted:
    'Fix what the log reports about the storage, or its permissions. The service retries automatically, within an hour at the latest',
  no_mail_server: 'Set SMTP_URL to your mail server, and restart the service',
  mail_failing:
    'Check SMTP_URL, MAIL_FROM and the mail server. Waiting mail is sent automatically once the server accepts it; to try at once, send a test email from the dashboard (/dashboard/mail)',
  mail_quota_used_up:
    'Nothing, if the quota renews itself: waiting mail is then sent automatically. Otherwise ask the provider for a larger one, or set SMTP_URL to another server',
  mail_server_refuses:
    'Check server, user name and password in SMTP_URL, or SMTP_OAUTH_… if the provider takes tokens instead of passwords, as Microsoft 365 does (docs/operations.md, “Mail servers with OAuth”)',
  proxy_unreachable:
    'Correct OUTBOUND_PROXY or HTTPS_PROXY, or start the proxy. An empty OUTBOUND_PROXY means none',
  proxy_resolves_names:
    'Have the proxy refuse addresses of your own networks. If names can be looked up here, unset OUTBOUND_PROXY_RESOLVES',
  untrusted_proxy:
    "Set TRUSTED_PROXIES to the proxy's address, or have the header removed if there is no proxy; then restart the service",
  weak_sandbox: 'Install bubblewrap and allow user namespaces (docs/operations.md)',
  office_missing:
    'Install LibreOffice (Debian: libreoffice-writer-nogui) if people should be able to upload Word documents',
  office_broken: 'Correct SOFFICE_PATH, or unset it to have LibreOffice found automatically',
  fonts_missing: 'Install fonts-noto-cjk (Debian) or set FONTS_DIR, then restart the service',
  no_time_stamps: 'Set TSA_URL to a time stamp authority (RFC 3161) if signatures should have time stamps',
  time_stamp_refused:
    'Check TSA_URL and TSA_CA_FILE, and whether the authority can be reached from here; sealing then resumes automatically',
  jobs_late:
    'Start a process with ROLE=worker or ROLE=all, or more of them; if one is running, its log says what delays it',
  jobs_failed:
    'The log has the reason for each failed attempt. Fix the cause, and do by hand what is still needed (docs/operations.md)',
  seal_key_unfit:
    'Set SEAL_P12 to a file as the message describes it, and SEAL_P12_PASSPHRASE to its passphrase, and restart the service; sealing then resumes automatically',
  seal_failed: 'Do what the message says for each request; npm run cli -- seal:retry retries at once',
} as const satisfies Record<string, string>;

export type FindingCode = keyof typeof REMEDIES;

/** The result of one check. */
export type DoctorCheck =
  | { name: string; ok: true; message: string }
  | {
      name: string;
      /** Null if nothing is wrong but something is worth knowing. */
      ok: false | null;
      message: string;
      code: FindingCode;
      remedy: string;
    };

/** Something wrong, or worth knowing, with its remedy. */
export function finding(name: string, ok: false | null, code: FindingCode, message: string): DoctorCheck {
  return { name, ok, message, code, remedy: REMEDIES[code] };
}
