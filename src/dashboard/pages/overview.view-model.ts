import { type EndpointHealth, type HealthFacts } from '../../oversight/organization-health.js';
import { type Statement } from '../../platform/templates/statement.js';
import { type EndpointCondition } from './endpoint.view-model.js';
import { endpointAddress } from './endpoint-pages.js';

const DAY_MS = 86_400_000;
/** How long before a key expires owners are warned. */
const SOON_MS = 30 * DAY_MS;

/** The health of a part of the service: the colour and word of its state, and sentences. */
export interface HealthRow {
  part: 'mail' | 'endpoint' | 'jobs' | 'sealKey' | 'timeStamps' | 'storage';
  tone: 'success' | 'pending' | 'failed' | 'off';
  lines: { says: Statement }[];
  /** The endpoints that are failing, on hold or paused. */
  endpoints?: { id: number; called: string; place: string; condition: EndpointCondition | undefined }[];
}

/** How the organization's endpoints do, by id. */
export type EndpointConditions = ReadonlyMap<number, EndpointCondition>;

type Judged = [tone: HealthRow['tone'], says: string, values?: Statement['values']];

/** @param now - the service's time */
export function toHealthRows(facts: HealthFacts, now: Date, conditions: EndpointConditions): HealthRow[] {
  return [
    rowOf('mail', mailOf(facts)),
    endpointRow(facts, conditions),
    rowOf('jobs', jobsOf(facts)),
    rowOf('sealKey', sealKeyOf(facts, now)),
    rowOf('timeStamps', timeStampsOf(facts)),
    rowOf('storage', storageOf(facts)),
  ];
}

function rowOf(part: HealthRow['part'], [tone, says, values]: Judged): HealthRow {
  return { part, tone, lines: [{ says: { key: `dashboard.state.${part}.${says}`, values } }] };
}

function storageOf({ storage, undeleted }: HealthFacts): Judged {
  if (storage !== 'ok') return ['failed', storage];
  if (!undeleted) return ['success', 'ok'];
  const { files: count, since } = undeleted;
  return ['failed', 'undeleted', { count, since: { instant: since.toISOString() } }];
}

function mailOf({ mail: { hasServer, quotaUsedUpSince, failingSince } }: HealthFacts): Judged {
  if (quotaUsedUpSince) return ['failed', 'quota', { since: { instant: quotaUsedUpSince.toISOString() } }];
  if (failingSince) return ['failed', 'failing', { since: { instant: failingSince.toISOString() } }];
  return hasServer ? ['success', 'ok'] : ['pending', 'none'];
}

/** Every endpoint that fails, is held or is paused, in this order. */
function endpointRow({ endpoints }: HealthFacts, conditions: EndpointConditions): HealthRow {
  if (endpoints.length === 0) return rowOf('endpoint', ['off', 'none']);
  const enabled = endpoints.filter(({ isDisabled }) => !isDisabled);
  if (enabled.length === 0) return rowOf('endpoint', ['off', 'disabled']);
  const troubled = enabled
    .flatMap((endpoint) => {
      const trouble = troubleOf(endpoint);
      return trouble ? [{ ...endpoint, trouble }] : [];
    })
    .sort((a, b) => TROUBLES.indexOf(a.trouble) - TROUBLES.indexOf(b.trouble));
  if (troubled.length === 0) return rowOf('endpoint', ['success', 'ok']);
  const tone = troubled[0]!.trouble === 'failing' ? 'failed' : 'pending';
  const shown = troubled.map(({ id, isFirst, called }) => {
    return { id, called, place: endpointAddress({ id, isFirst }), condition: conditions.get(id) };
  });
  return { part: 'endpoint', tone, lines: [], endpoints: shown };
}

const TROUBLES = ['failing', 'held', 'paused'] as const;

function troubleOf({ isPaused, heldSince, failingSince }: EndpointHealth): (typeof TROUBLES)[number] | null {
  if (isPaused) return 'paused';
  if (heldSince) return 'held';
  return failingSince ? 'failing' : null;
}

function jobsOf({ jobs: { lateSince, givenUp } }: HealthFacts): Judged {
  if (lateSince) return ['failed', 'late', { since: { instant: lateSince.toISOString() } }];
  return givenUp > 0 ? ['pending', 'givenUp', { count: givenUp }] : ['success', 'ok'];
}

const AUTHORITY_SAYS = { endsSoon: 'authorityEndsSoon', ended: 'authorityEnded' } as const;

/** The operator's tasks come first, then what the organization may have to do, then what needs no action. */
function sealKeyOf({ sealKey }: HealthFacts, now: Date): Judged {
  const { isConfigured, notAfter, authorityNotAfter } = sealKey;
  const [key, authority] = [lifeOf(notAfter, now), lifeOf(authorityNotAfter, now)];
  const until = dayOf(notAfter);
  if (isConfigured && key !== 'lasts') return [key === 'ended' ? 'failed' : 'pending', key, until];
  if (authority !== 'lasts') return ['pending', AUTHORITY_SAYS[authority], dayOf(authorityNotAfter)];
  if (!notAfter) return ['success', 'unused'];
  if (isConfigured) return ['success', 'configured', until];
  return ['success', key === 'lasts' ? 'own' : 'ownEnds', until];
}

/** The remaining life of a certificate, which may not exist yet. */
function lifeOf(notAfter: Date | null, now: Date): 'lasts' | 'endsSoon' | 'ended' {
  const left = notAfter ? notAfter.getTime() - now.getTime() : Infinity;
  if (left < 0) return 'ended';
  return left < SOON_MS ? 'endsSoon' : 'lasts';
}

const dayOf = (notAfter: Date | null): Statement['values'] =>
  notAfter ? { until: { day: notAfter.toISOString().slice(0, 10) } } : undefined;

function timeStampsOf({ timeStamps: { isOn, missing } }: HealthFacts): Judged {
  if (missing > 0) return ['failed', 'missing', { count: missing }];
  return isOn ? ['success', 'ok'] : ['off', 'none'];
}
