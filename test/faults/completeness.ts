import { isDeepStrictEqual } from 'node:util';
import { type ChainedEvent, verifyChain } from '../../src/audit-chain/audit-chain.js';
import { toChainedEvent } from '../../src/signatures/signature-audit.js';
import { type SignatureAuditEvent } from '../../src/signatures/signature-audit-event.entity.js';
import { until } from '../support/until.js';
import { expectDelivered } from './deliveries.js';
import { type Findings } from './findings.js';
import { addressOf, type Journey, type JourneyKind } from './journeys.js';
import { expectSealed } from './seals.js';
import { type Service, type Site, type Tenant } from './site.js';
import { type Workload } from './workload.js';

/** What happens to a request exactly once, by the kind of its journey. */
const SIGNED = ['sent', 'consent', 'signed', 'sealed', 'completed'];
const ONCE = {
  'signed by mail': ['created', 'document_uploaded', ...SIGNED],
  'signed by link': ['created', 'document_uploaded', ...SIGNED],
  // Its document was uploaded into the template.
  'filled in': ['created', ...SIGNED],
  cancelled: ['created', 'cancelled'],
} satisfies Partial<Record<JourneyKind, string[]>>;

interface RequestRow {
  id: number;
  name: string;
  status: string;
  isCancelled: boolean;
  trail: string[];
  originals: string[];
  events: string[];
}

/** The events about each subject of a kind, in one query, because bodies are slow to read. */
const published = (kind: string): string => `
  select convert_from(body, 'UTF8')::jsonb->'data'->>'id' as id, array_agg(type order by seq) as types
  from webhook_events where type like '${kind}.%' group by 1`;

const REQUESTS = `
  select s.id, s.original_document_name as name, s.status, s.deleted_at is not null as "isCancelled",
    array(select type from signature_audit_events e where e.signature_id = s.id order by number) as trail,
    array(select encode(sha256, 'hex') from signature_documents d
      where d.signature_id = s.id and kind = 'original') as originals,
    coalesce(told.types, '{}') as events
  from signatures s left join (${published('signature')}) told on told.id = s.id::text
  where organization_id = any($1)`;

const TRAILS = `
  select signature_id as "signatureId", signer_id as "signerId", number, type, data, created_at as "createdAt", previous,
    hash from signature_audit_events order by signature_id, number`;

/**
 * Jobs that are work now: those that are due, and the next attempts of what has failed. Deadlines and reminders are
 * work once they are due, because a long run comes near those of its first journeys.
 */
const WORK =
  "select kind from jobs where lease_until is not null or run_at < app_now() or (run_at < app_now() + interval '5 minutes' and kind !~ '[.](expire|remind)$')";
const LONGEST_SETTLING_MS = 150_000;

/** Checks from outside, when everything is over, that everything accepted was completed exactly once. */
export async function expectComplete(
  site: Site<Service>,
  { done, lost, log, tenants }: Workload,
  findings: Findings,
): Promise<void> {
  const isIdle = async () => (await site.query(WORK)).length === 0;
  await until('mails and events are sent', isIdle, { longestMs: LONGEST_SETTLING_MS, lookMs: 500 }).catch(
    () => undefined,
  );
  findings.none('no journey was lost', lost, done.length + lost.length);
  findings.none('no answer was wrong', log.faults);
  await expectRequestsOnce(site, tenants, done, findings);
  await expectTemplatesOnce(site, tenants, done, findings);
  await expectVerificationsOnce(site, done, findings);
  await expectKeysOnce(site, log.accepted, findings);
  await expectWholeChains(site, findings);
  await expectDelivered(site, done, findings);
  await expectNoWorkLeft(site, findings);
  await expectSealed(site, done, findings);
}

async function expectRequestsOnce(
  site: Site<Service>,
  tenants: readonly Tenant[],
  done: Journey[],
  findings: Findings,
): Promise<void> {
  const requests = done.filter(({ kind }) => kind !== 'verified');
  const ids = tenants.map(({ organizationId }) => organizationId);
  const rows = await site.query<RequestRow>(REQUESTS, [ids]);
  const faults = requests.flatMap((journey) => {
    const found = rows.filter(({ name }) => name === journey.name);
    return found.length === 1 && found[0]!.id === journey.id
      ? requestFaults(journey, found[0]!)
      : [`${journey.name} exists ${found.length} times`];
  });
  const known = new Set(requests.map(({ id }) => id));
  faults.push(...rows.filter(({ id }) => !known.has(id)).map(({ name }) => `nobody accepted ${name}`));
  findings.none('every request was completed exactly once, none lost or doubled', faults, requests.length);
}

function requestFaults({ kind, name, sha256: hash }: Journey, row: RequestRow): string[] {
  const isCancelled = kind === 'cancelled';
  const events = isCancelled ? ['signature.cancelled'] : ['signature.created', 'signature.completed'];
  const originals = hash === null ? [] : [hash.toString('hex')];
  return [
    ...ONCE[kind as keyof typeof ONCE]
      .filter((type) => row.trail.filter((each) => each === type).length !== 1)
      .map((type) => `${name}: ${type} is not once in its trail (${row.trail.join(', ')})`),
    ...(isDeepStrictEqual(
      row.events.filter((event) => event !== 'signature.partially_signed'),
      events,
    )
      ? []
      : [`${name}: its events are ${row.events.join(', ')}`]),
    ...(isDeepStrictEqual(row.originals, originals) ? [] : [`${name}: its document is not the uploaded one`]),
    ...(row.isCancelled === isCancelled && (isCancelled || row.status === 'completed')
      ? []
      : [`${name}: it is ${row.status}`]),
  ];
}

async function expectTemplatesOnce(
  site: Site<Service>,
  tenants: readonly Tenant[],
  done: Journey[],
  findings: Findings,
): Promise<void> {
  const journeys = done.filter(({ kind }) => kind === 'filled in');
  const rows = await site.query<{ name: string; versions: number }>(
    `select name, (select count(*) from template_versions v where v.template_id = t.id) as versions
     from templates t where organization_id = any($1)`,
    [tenants.map(({ organizationId }) => organizationId)],
  );
  const faults = journeys.flatMap(({ name }) => {
    const versions = rows.filter((row) => row.name === name).map((row) => row.versions);
    return isDeepStrictEqual(versions, [1]) ? [] : [`${name} has ${versions.length} templates`];
  });
  faults.push(...(rows.length === journeys.length ? [] : [`${rows.length} templates exist`]));
  findings.none('every template was made and published exactly once', faults, journeys.length);
}

async function expectVerificationsOnce(
  site: Site<Service>,
  done: Journey[],
  findings: Findings,
): Promise<void> {
  const rows = await site.query<{
    id: number;
    email: string;
    state: string;
    photos: number;
    events: number;
  }>(`
    select v.id, v.email, v.state,
      (select count(*) from identity_verification_images i where i.verification_id = v.id) as photos,
      coalesce(cardinality(array_positions(told.types, 'identity_verification.completed')), 0) as events,
      (select count(*) from identity_verification_audit_events e
        where e.verification_id = v.id and e.type = 'analysis_failed') as failed
    from identity_verifications v left join (${published('identity_verification')}) told on told.id = v.id::text`);
  const journeys = done.filter(({ kind }) => kind === 'verified');
  // After three kills in the middle of its analysis a photo goes to a reviewer, like one that crashes its reader.
  const reviewed = rows.filter(({ state }) => state === 'reviewing');
  const faults = journeys.flatMap(({ name, id }) => {
    const found = rows.filter(({ email }) => email === addressOf(name));
    if (found.length !== 1 || found[0]!.id !== id) return [`${name} exists ${found.length} times`];
    const { state, photos, events } = found[0]!;
    const isDecided = state === 'completed' ? events === 1 : state === 'reviewing' && events === 0;
    return isDecided && photos === 1
      ? []
      : [`${name} is ${state} with ${photos} photos and ${events} events`];
  });
  faults.push(...(rows.length === journeys.length ? [] : [`${rows.length} exist`]));
  findings.none('every verification was decided exactly once', faults, journeys.length);
  findings.seen(`${reviewed.length} of ${journeys.length} verifications went to a reviewer`);
}

async function expectKeysOnce(site: Site<Service>, accepted: number, findings: Findings): Promise<void> {
  const [row] = await site.query<{ answered: number; running: number }>(`
    select count(*) filter (where answer_sealed is not null) as answered,
      count(*) filter (where answer_sealed is null and expires_at > app_now()) as running from idempotency_keys`);
  const { answered, running } = row!;
  findings.holds(
    'every accepted change kept one answer',
    answered === accepted && running === 0,
    `${answered} answers, ${accepted} changes, ${running} keys still in use`,
  );
}

async function expectWholeChains(site: Site<Service>, findings: Findings): Promise<void> {
  const trails = new Map<number, ChainedEvent[]>();
  for (const row of await site.query<SignatureAuditEvent>(TRAILS)) {
    const event = toChainedEvent(row);
    trails.set(event.signatureId, [...(trails.get(event.signatureId) ?? []), event]);
  }
  const broken = [...trails].filter(([, trail]) => !verifyChain(trail).isWhole);
  findings.none(
    'audit chains verify',
    broken.map(([id]) => `request ${id}`),
    trails.size,
  );
}

async function expectNoWorkLeft(site: Site<Service>, findings: Findings): Promise<void> {
  const jobs = await site.query<{ kind: string }>(WORK);
  const lanes = await site.query<{ key: string }>('select key from job_lanes where inflight <> 0');
  const failed = await site.query<{ kind: string; error: string }>(
    "select kind, error from failed_jobs where not (kind = 'verification.analyze' and error like 'the worker died%')",
  );
  findings.none('no job and no lane is stuck, and none has failed', [
    ...jobs.map(({ kind }) => `job ${kind}`),
    ...lanes.map(({ key }) => `lane ${key}`),
    ...failed.map(({ kind, error }) => `${kind} failed: ${error}`),
  ]);
}
