import { AppError } from '../../common/errors.js';
import { EVENT_TYPES } from '../../webhooks/domain/event-types.js';
import { type WebhookEndpoint } from '../../webhooks/webhook-endpoint.entity.js';
import { type EndpointTotal } from '../../webhooks/webhook-health.queries.js';
import { type Fields, textOf } from './form-fields.js';

/** What is wrong with a field of an endpoint, in the service's words. */
interface EndpointProblems {
  called: string | null;
  address: string | null;
}

/** The form of an endpoint as it was sent. */
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

/** @throws what was thrown, unless a field is at fault */
export function problemsOf(error: unknown): EndpointProblems {
  if (!(error instanceof AppError) || error.statusCode !== 400) throw error;
  const isLabel = error.details?.some(({ field }) => field === 'label') ?? false;
  return isLabel
    ? { called: error.message.replace(/^label: /, ''), address: null }
    : { called: null, address: error.message };
}

export const eventChoices = (ticked: readonly string[]) =>
  EVENT_TYPES.map((event) => ({ event, isTicked: ticked.includes(event) }));

type EndpointState = 'active' | 'held' | 'paused' | 'disabled' | 'unset';

export function stateOf({ url, paused, held, disabled }: WebhookEndpoint): EndpointState {
  if (disabled) return 'disabled';
  if (url === null) return 'unset';
  if (held) return 'held';
  return paused ? 'paused' : 'active';
}

/** The class of its chip. */
export const STATE_TONES: Record<EndpointState, string> = {
  active: 'success',
  held: 'pending',
  paused: 'pending',
  disabled: 'failed',
  unset: 'failed',
};

interface EndpointRow {
  id: number;
  /** Empty for a first endpoint that nobody has named. */
  called: string;
  address: string | null;
  state: EndpointState;
  tone: string;
  /** What ended lately; null if nothing did. */
  ended: { delivered: number; all: number; share: number } | null;
}

export function toEndpointRow(endpoint: WebhookEndpoint, total: EndpointTotal | undefined): EndpointRow {
  const { id, label: called, url: address } = endpoint;
  const state = stateOf(endpoint);
  const { delivered, failed } = total ?? { delivered: 0, failed: 0 };
  const all = delivered + failed;
  // Rounded down, so that 100 % are without any failure.
  const ended = all === 0 ? null : { delivered, all, share: Math.floor((1_000 * delivered) / all) / 1_000 };
  return { id, called, address, state, tone: STATE_TONES[state], ended };
}
