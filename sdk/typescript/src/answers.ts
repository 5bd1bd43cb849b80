import {
  type ApiError,
  apiError,
  type CountersignError,
  type FieldError,
  UnexpectedAnswerError,
} from './errors.js';

interface ErrorBody {
  message: string;
  code?: string;
  details?: FieldError[];
}

/** @throws UnexpectedAnswerError */
export function jsonIn(text: string, status: number): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UnexpectedAnswerError(`the service answered ${status} with something that is not JSON`, status);
  }
}

/** The error that an answer without success stands for. Reads its body. */
export async function errorIn(response: Response): Promise<CountersignError> {
  const { status, headers } = response;
  const location = headers.get('location');
  if (status >= 300 && status < 400) {
    await response.body?.cancel();
    const where = location === null ? '' : ` and leads to ${new URL(location, response.url).origin}`;
    return new UnexpectedAnswerError(
      `the service answered ${status}${where}: baseUrl must be the address that answers itself`,
      status,
    );
  }
  return errorOf(response, await response.text());
}

function errorOf({ status, statusText, headers }: Response, text: string): ApiError {
  const body = errorBody(text);
  return apiError({
    status,
    message: body?.message ?? `the service answered ${status} ${statusText}`.trimEnd(),
    code: body?.code,
    details: body?.details,
    requestId: headers.get('x-request-id') ?? undefined,
    retryAfterMs: retryAfterMs(headers.get('retry-after') ?? headers.get('retry-after-app')),
  });
}

/** Undefined for an answer of something else, such as a proxy. */
function errorBody(text: string): ErrorBody | undefined {
  try {
    const body = JSON.parse(text) as Partial<ErrorBody> | null;
    return typeof body?.message === 'string' ? (body as ErrorBody) : undefined;
  } catch {
    return undefined;
  }
}

/** The milliseconds in a Retry-After header (RFC 9110 §10.2.3: seconds or a date); undefined if it is absent or invalid. */
export function retryAfterMs(header: string | null, now = Date.now()): number | undefined {
  const value = header?.trim() ?? '';
  if (/^\d+$/.test(value)) return Number(value) * 1_000;
  const date = /[a-z]/i.test(value) ? Date.parse(value) : NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
