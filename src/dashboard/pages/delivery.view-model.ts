import { type Statement } from '../../platform/templates/statement.js';
import {
  type DeliveryInFull,
  type MadeRequest,
  type WebhookAttempt,
} from '../../webhooks/webhook-browsing.queries.js';
import { type WebhookProbe } from '../../webhooks/webhook-probe.queries.js';
import { curlCommand } from '../domain/curl-command.js';
import { failureInWords } from '../domain/failure-words.js';

/** Characters of all attempts' responses shown on the page, newest first; the rest can be downloaded. */
const SHOWN_OF_ANSWERS = 16_384;

interface RequestModel {
  /** The phases that took place, in order. */
  phases: { phase: string; ms: number }[];
  requestLines: string[];
}

interface AttemptModel extends WebhookAttempt, RequestModel {
  answerLines: string[];
  shownAnswer: string;
  isCut: boolean;
  inWords: Statement | null;
}

export interface DeliveryModel {
  delivery: Omit<DeliveryInFull, 'body' | 'tries'>;
  /** Newest first. */
  tries: AttemptModel[];
  payload: string;
  /** Null while there is no address. */
  curl: string | null;
  inWords: Statement | null;
}

/** @param endpointUrl - the current address, for deliveries not attempted yet */
export function toDeliveryModel(
  { body, tries, ...delivery }: DeliveryInFull,
  endpointUrl: string | null,
): DeliveryModel {
  const [latest] = tries;
  const url = latest?.url ?? endpointUrl;
  const headers = latest?.requestHeaders ?? {
    'Content-Type': 'application/json',
    'X-Service-Webhook-Id': delivery.webhookId,
  };
  const text = body.toString();
  return {
    delivery,
    tries: toAttempts(tries),
    payload: indented(text),
    curl: url === null ? null : curlCommand({ url, headers, body: text }),
    inWords: delivery.failureReason === null ? null : failureInWords(delivery.failureReason),
  };
}

/** Attempts made while the endpoint was held. */
export const toProbes = (probes: readonly WebhookProbe[]) =>
  probes.map((probe) => ({
    ...probe,
    ...toRequest(probe),
    inWords: failureInWords(probe.failureReason),
  }));

function toAttempts(tries: readonly WebhookAttempt[]): AttemptModel[] {
  let left = SHOWN_OF_ANSWERS;
  return tries.map((attempt) => {
    const model = toAttempt(attempt, left);
    left -= model.shownAnswer.length;
    return model;
  });
}

function toRequest(request: MadeRequest): RequestModel {
  const { url, requestHeaders, dnsMs, connectMs, tlsMs, firstByteMs } = request;
  const phases = { dns: dnsMs, connect: connectMs, tls: tlsMs, firstByte: firstByteMs };
  return {
    phases: Object.entries(phases).flatMap(([phase, ms]) => (ms === null ? [] : [{ phase, ms }])),
    requestLines: url === null ? [] : [`POST ${url}`, ...headerLines(requestHeaders ?? {})],
  };
}

function toAttempt(attempt: WebhookAttempt, mostShown: number): AttemptModel {
  const { responseHeaders, responseBody, failureReason } = attempt;
  const answer = indented(responseBody);
  return {
    ...attempt,
    ...toRequest(attempt),
    answerLines: headerLines(responseHeaders),
    shownAnswer: answer.slice(0, mostShown),
    isCut: answer.length > mostShown,
    inWords: failureReason === null ? null : failureInWords(failureReason),
  };
}

const headerLines = (headers: Record<string, string>) =>
  Object.entries(headers).map(([name, value]) => `${name}: ${value}`);

/** Indents JSON; leaves other text unchanged. */
function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
