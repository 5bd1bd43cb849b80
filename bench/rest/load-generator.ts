import { connect, type Socket } from 'node:net';
import { type Exercise } from './exercises.js';

// A separate process with 64 keep-alive connections, each sending its next request when the last is answered.
// It parses only the status and Content-Length, to leave the cores to the servers.

export interface LoadOrder {
  port: number;
  apiKey: string;
  exercise: Exercise;
  milliseconds: number;
}

/** Number of responses and elapsed time, or the error. */
export type LoadResult = { answered: number; seconds: number } | { error: string };

const CONNECTIONS = 64;

function rawRequest({ port, apiKey, exercise: { method, body } }: LoadOrder, path: string): string {
  const entity =
    body === undefined
      ? ''
      : `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n`;
  return `${method} ${path} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\nx-api-key: ${apiKey}\r\n${entity}\r\n${body ?? ''}`;
}

/** Length in bytes of the first complete response in `received`; undefined while incomplete. */
function answerLength(received: Buffer, expected: number): number | undefined {
  const headEnd = received.indexOf('\r\n\r\n');
  if (headEnd === -1) return undefined;
  const head = received.toString('latin1', 0, headEnd);
  if (!head.startsWith(`HTTP/1.1 ${expected} `)) throw new Error(received.toString());
  const length = headEnd + 4 + Number(/\r\ncontent-length: (\d+)/i.exec(head)![1]);
  return received.length < length ? undefined : length;
}

async function load(order: LoadOrder): Promise<LoadResult> {
  const requests = order.exercise.paths.map((path) => rawRequest(order, path));
  let sent = 0;
  let answered = 0;
  const open = (fail: (error: Error) => void): Socket => {
    const socket = connect(order.port, '127.0.0.1').setNoDelay().on('error', fail);
    let received: Buffer = Buffer.alloc(0);
    const next = () => socket.write(requests[sent++ % requests.length]!);
    socket.on('connect', next).on('data', (chunk: Buffer) => {
      received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
      try {
        const length = answerLength(received, order.exercise.expected);
        if (length === undefined) return;
        received = received.subarray(length);
        answered++;
        next();
      } catch (error) {
        fail(error as Error);
      }
    });
    return socket;
  };
  const started = performance.now();
  let sockets: Socket[] = [];
  try {
    await new Promise<void>((resolve, reject) => {
      sockets = Array.from({ length: CONNECTIONS }, () => open(reject));
      setTimeout(resolve, order.milliseconds);
    });
    return { answered, seconds: (performance.now() - started) / 1000 };
  } catch (error) {
    return { error: String(error) };
  } finally {
    sockets.forEach((socket) => socket.destroy());
  }
}

process.on('message', (order: LoadOrder) => void load(order).then((result) => process.send!(result)));
process.once('disconnect', () => process.exit());
