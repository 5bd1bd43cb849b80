import { type Dispatcher, request } from 'undici';
import { beforeAbort } from '../../common/before-abort.js';
import { within } from '../../common/within.js';
import { readCapped } from './answer.js';
import { failureReason } from './failure-reason.js';

/** A complete response of any status. */
export interface WholeAnswer {
  statusCode: number;
  /** The media type in lower case without parameters; empty if there is none. */
  mediaType: string;
  body: Buffer;
}

export interface AnswerLimits {
  /** Covers name lookup, connect, TLS and the complete response. */
  timeoutMs: number;
  maxBytes: number;
}

/** No complete response arrived within the limits; `message` gives the reason in plain words without the address. */
export class NoAnswerError extends Error {
  constructor(
    readonly isTooLarge: boolean,
    message: string,
  ) {
    super(message);
  }
}

export interface WholeRequest {
  method: 'GET' | 'POST';
  headers?: Record<string, string>;
  body?: Buffer;
}

/** One request, without redirects. @throws NoAnswerError */
export function wholeAnswer(
  dispatcher: Dispatcher,
  url: URL,
  options: WholeRequest,
  limits: AnswerLimits,
): Promise<WholeAnswer> {
  return within(limits.timeoutMs, (signal) => exchange(dispatcher, url, options, limits, signal));
}

async function exchange(
  dispatcher: Dispatcher,
  url: URL,
  options: WholeRequest,
  { timeoutMs, maxBytes }: AnswerLimits,
  signal: AbortSignal,
): Promise<WholeAnswer> {
  try {
    // undici only obeys the signal once it is connected, so this ends the wait for the connection.
    const response = await beforeAbort(request(url, { ...options, signal, dispatcher }), signal);
    const chunks: Buffer[] = [];
    await beforeAbort(readCapped(response.body, chunks, maxBytes + 1), signal);
    const body = Buffer.concat(chunks);
    if (body.length > maxBytes)
      throw new NoAnswerError(true, `the answer is larger than ${maxBytes / 1024} KiB`);
    const [type] = [response.headers['content-type'] ?? ''].flat();
    const mediaType = type!.split(';')[0]!.trim().toLowerCase();
    return { statusCode: response.statusCode, mediaType, body };
  } catch (error) {
    if (error instanceof NoAnswerError) throw error;
    const reason = signal.aborted ? `no answer within ${timeoutMs / 1000} seconds` : failureReason(error);
    throw new NoAnswerError(false, reason);
  }
}
