import { connect, type Socket } from 'node:net';

/** One answer as it came over the connection. */
export interface RawAnswer {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

/** Everything that came back for some bytes. */
export interface RawExchange {
  answers: RawAnswer[];
  /** Whether the server closed the connection. */
  isClosed: boolean;
}

/** For a connection that stays open after its answer. */
const PATIENCE_MS = 10_000;

/** Opens a connection to the service, for bytes that no HTTP client would send. */
export function openSocket(url: string): Socket {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname === 'localhost' ? '127.0.0.1' : hostname, port: Number(port) });
  // What the server does with the connection is a result, not an error.
  return socket.setNoDelay().on('error', () => undefined);
}

/** Sends the bytes and reads until the server closes, or until ten seconds have passed after its answer. */
export async function exchangeRaw(url: string, bytes: Buffer | string): Promise<RawExchange> {
  const socket = openSocket(url);
  const chunks: Buffer[] = [];
  const isClosed = await new Promise<boolean>((resolve) => {
    const timer = setTimeout(() => resolve(false), PATIENCE_MS);
    socket.on('data', (chunk: Buffer) => void chunks.push(chunk));
    socket.on('close', () => {
      clearTimeout(timer);
      resolve(true);
    });
    socket.write(bytes);
  });
  socket.destroy();
  return { answers: parseAnswers(Buffer.concat(chunks)), isClosed };
}

function parseAnswers(received: Buffer): RawAnswer[] {
  const end = received.indexOf('\r\n\r\n');
  if (end < 0) return [];
  const [start, ...lines] = received.toString('latin1', 0, end).split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => {
      const [name, ...value] = line.split(':');
      return [name!.toLowerCase(), value.join(':').trim()] as const;
    }),
  );
  const rest = received.subarray(end + 4);
  const length = headers['content-length'] === undefined ? rest.length : Number(headers['content-length']);
  const answer = { status: Number(start!.split(' ')[1]), headers, body: rest.subarray(0, length) };
  return [answer, ...parseAnswers(rest.subarray(length))];
}
