import { type Count, toCount } from '../../common/count.js';
import { AppError } from '../../common/errors.js';
import { type Statement } from '../../platform/templates/statement.js';
import { EVENT_TYPES } from '../../webhooks/domain/event-types.js';
import { type EndpointAttempts } from '../../webhooks/endpoint-attempts.queries.js';
import { type WebhookEndpoint } from '../../webhooks/webhook-endpoint.entity.js';
import { type EndpointTotal } from '../../webhooks/webhook-health.queries.js';
import { failureInWords } from '../domain/failure-words.js';
import { type RefusalWords, refusalWords } from '../domain/refusal-words.js';
import { type Fields, textOf } from './form-fields.js';

/** Problems of an endpoint's fields. */
interface EndpointProblems {
  called: RefusalWords | null;
  address: RefusalWords | null;
}

/** The form of an endpoint as submitted. */
export interface EnteredEndpoint {
  called: string;
  url: string;
  events: string[];
  holdsWhenDown: boolean;
  problems: EndpointProblems;
}

export function enteredEndpoint(fields: Fields): Omit<EnteredEndpoint, 'problems'> {
  const ticked = [fields.events].flat();
  return {
    called: textOf(fields.called).trim(),
    url: textOf(fields.url).trim(),
    events: EVENT_TYPES.filter((event) => ticked.includes(event)),
    holdsWhenDown: fields.hold === 'yes',
  };
}

/** @throws the error itself, unless a field caused it */
export function problemsOf(error: unknown): EndpointProblems {
  if (!(error instanceof AppError) || error.statusCode !== 400) throw error;
  const isLabel = error.details?.some(({ field }) => field === 'label') ?? false;
  const message = error.message.replace(/^label: /, '');
  return isLabel
    ? { called: refusalWords({ message }, 'name'), address: null }
    : { called: null, address: refusalWords(error, 'address') };
}

export const eventChoices = (ticked: readonly string[]) =>
  EVENT_TYPES.map((event) => ({ event, isTicked: ticked.includes(event) }));

type EndpointState = 'active' | 'failing' | 'held' | 'paused' | 'disabled' | 'unset';

function stateOf(
  { url, paused, held, disabled }: WebhookEndpoint,
  { failingSince }: EndpointAttempts,
): EndpointState {
  if (disabled) return 'disabled';
  if (url === null) return 'unset';
  if (held) return 'held';
  if (paused) return 'paused';
  return failingSince ? 'failing' : 'active';
}

/** Retrying deliveries are counted up to this number. */
export const MOST_RETRYING = 1_000;

/** How an endpoint does, as its attempts show. */
export interface EndpointCondition {
  state: EndpointState;
  tone: string;
  failingSince: Date | null;
  heldSince: Date | null;
  /** The status of the deliveries that show why it fails or is held. */
  shows: 'retrying' | 'failed';
  /** The delivery of the latest attempt, if that failed. */
  failed: { deliveryId: string; responseCode: number | null; inWords: Statement } | null;
  /** Deliveries that wait for another attempt. */
  retrying: Count;
}

/** @param attempts - with retrying deliveries counted up to one more than `MOST_RETRYING` */
export function conditionOf(endpoint: WebhookEndpoint, attempts: EndpointAttempts): EndpointCondition {
  const state = stateOf(endpoint, attempts);
  const { failingSince, retrying, latest } = attempts;
  return {
    state,
    tone: STATE_TONES[state],
    failingSince: state === 'failing' ? failingSince : null,
    heldSince: state === 'held' ? endpoint.stateSince : null,
    shows: retrying > 0 ? 'retrying' : 'failed',
    failed:
      latest && latest.failureReason !== null
        ? {
            deliveryId: latest.deliveryId,
            responseCode: latest.responseCode,
            inWords: failureInWords(latest.failureReason),
          }
        : null,
    retrying: toCount(retrying, MOST_RETRYING),
  };
}

/** The class of its chip. */
const STATE_TONES: Record<EndpointState, string> = {
  active: 'success',
  failing: 'failed',
  held: 'pending',
  paused: 'pending',
  disabled: 'failed',
  unset: 'failed',
};

interface EndpointRow {
  id: number;
  /** Empty for an unnamed first endpoint. */
  called: string;
  address: string | null;
  condition: EndpointCondition;
  totals: EndpointShares | null;
}

/** Shares from 0 to 1 of recent attempts and ended deliveries; exactly 1 only without failures. */
export interface EndpointShares {
  attempts: number;
  ofAttempts: number;
  ended: number;
  /** Null if none has ended. */
  ofEnded: number | null;
}

/** Rounded down to a thousandth. */
export const shareOf = (part: number, all: number) => Math.floor((1_000 * part) / all) / 1_000;

/** Null without attempts. */
export function toShares({
  attempts,
  delivered,
  failed,
}: Omit<EndpointTotal, 'endpointId'>): EndpointShares | null {
  if (attempts === 0) return null;
  const ended = delivered + failed;
  return {
    attempts,
    ofAttempts: shareOf(delivered, attempts),
    ended,
    ofEnded: ended === 0 ? null : shareOf(delivered, ended),
  };
}

export function toEndpointRow(
  endpoint: WebhookEndpoint,
  attempts: EndpointAttempts,
  total: EndpointTotal | undefined,
): EndpointRow {
  const { id, label: called, url: address } = endpoint;
  const condition = conditionOf(endpoint, attempts);
  return { id, called, address, condition, totals: total ? toShares(total) : null };
}
