import { type HealthFacts } from '../../oversight/organization-health.service.js';
import { type Statement } from '../../platform/templates/statement.js';

const DAY_MS = 86_400_000;
/** How long before a key expires owners are told. */
const SOON_MS = 30 * DAY_MS;

/** The health of a part of the service: the colour and word of its state, and a sentence. */
export interface HealthRow {
  part: 'mail' | 'endpoint' | 'jobs' | 'sealKey' | 'timeStamps' | 'storage';
  tone: 'success' | 'pending' | 'failed' | 'off';
  says: Statement;
}

type Judged = [tone: HealthRow['tone'], says: string, values?: Statement['values']];

/** @param now - the service's time */
export function toHealthRows(facts: HealthFacts, now: Date): HealthRow[] {
  const judged: Record<HealthRow['part'], Judged> = {
    mail: mailOf(facts),
    endpoint: endpointOf(facts),
    jobs: jobsOf(facts),
    sealKey: sealKeyOf(facts, now),
    timeStamps: timeStampsOf(facts),
    storage: storageOf(facts),
  };
  return (Object.keys(judged) as HealthRow['part'][]).map((part) => {
    const [tone, says, values] = judged[part];
    return { part, tone, says: { key: `dashboard.state.${part}.${says}`, values } };
  });
}

function storageOf({ storage, undeleted }: HealthFacts): Judged {
  if (storage !== 'ok') return ['failed', storage];
  if (!undeleted) return ['success', 'ok'];
  const { files: count, since } = undeleted;
  return ['failed', 'undeleted', { count, since: { instant: since.toISOString() } }];
}

function mailOf({ mail: { hasServer, failingSince } }: HealthFacts): Judged {
  if (failingSince) return ['failed', 'failing', { since: { instant: failingSince.toISOString() } }];
  return hasServer ? ['success', 'ok'] : ['pending', 'none'];
}

/** Of several endpoints the one that does worst, by its name. */
function endpointOf({ endpoints }: HealthFacts): Judged {
  if (endpoints.length === 0) return ['off', 'none'];
  const enabled = endpoints.filter(({ isDisabled }) => !isDisabled);
  if (enabled.length === 0) return ['off', 'disabled'];
  const worst =
    enabled.find(({ failingSince, isPaused }) => failingSince && !isPaused) ??
    enabled.find(({ heldSince }) => heldSince) ??
    enabled.find(({ isPaused }) => isPaused);
  if (!worst) return ['success', 'ok'];
  const { called, isPaused, heldSince, failingSince } = worst;
  const isNamed = endpoints.length > 1 && called !== '';
  const says = (key: string) => (isNamed ? `${key}Named` : key);
  if (isPaused) return ['pending', says('paused'), { name: called }];
  const since = { instant: (heldSince ?? failingSince)!.toISOString() };
  return heldSince
    ? ['pending', says('held'), { since, name: called }]
    : ['failed', says('failing'), { since, name: called }];
}

function jobsOf({ jobs: { lateSince, givenUp } }: HealthFacts): Judged {
  if (lateSince) return ['failed', 'late', { since: { instant: lateSince.toISOString() } }];
  return givenUp > 0 ? ['pending', 'givenUp', { count: givenUp }] : ['success', 'ok'];
}

const AUTHORITY_SAYS = { endsSoon: 'authorityEndsSoon', ended: 'authorityEnded' } as const;

/** What the operator must do comes before what the organization may have to, and that before what needs nobody. */
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

/** Of a certificate, or of none yet. */
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
