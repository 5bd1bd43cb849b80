import { Pool } from 'undici';

/** Longer than any answer may take on a machine that is busy with the suite itself. */
const HANG_MS = 90_000;
const CONNECTIONS = 32;

export interface WireRequest {
  method: string;
  /** Sent byte for byte: no dot segment is resolved and nothing is encoded. */
  path: string;
  headers?: Record<string, string | string[]>;
  body?: string | Buffer;
}

export interface WireAnswer {
  status: number;
  headers: Record<string, string>;
  bytes: Buffer;
}

/** An HTTP client that sends what no well-behaved client would, and gives up waiting for an answer. */
export class Wire {
  private readonly pool: Pool;

  /** @param heard receives every successful answer */
  constructor(
    url: string,
    connections = CONNECTIONS,
    private readonly heard: (answer: WireAnswer) => void = () => undefined,
  ) {
    this.pool = new Pool(url, { connections, headersTimeout: HANG_MS, bodyTimeout: HANG_MS });
  }

  /** @throws Error if the connection is closed or `HANG_MS` pass without an answer */
  async send({ method, path, headers, body }: WireRequest): Promise<WireAnswer> {
    const answer = await this.pool.request({ method, path, headers, body });
    const bytes = Buffer.from(await answer.body.arrayBuffer());
    const plain = Object.entries(answer.headers).map(([name, value]): [string, string] => [
      name,
      String(value),
    ]);
    const whole = { status: answer.statusCode, headers: Object.fromEntries(plain), bytes };
    if (whole.status < 300) this.heard(whole);
    return whole;
  }

  async close(): Promise<void> {
    await this.pool.destroy();
  }
}

/** The parsed JSON of an answer; undefined if it is not JSON. */
export function jsonOf({ bytes }: Pick<WireAnswer, 'bytes'>): unknown {
  try {
    return JSON.parse(bytes.toString());
  } catch {
    return undefined;
  }
}
