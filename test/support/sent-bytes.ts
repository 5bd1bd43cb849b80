import { type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { until } from './until.js';

/** One answer of the server. */
export interface SentAnswer {
  path: string;
  /** Without its parameters. */
  mimeType: string;
  isCompressed: boolean;
  /** As sent, with its head. */
  bytes: number;
}

/** What a server sends, without event streams, which do not end, and what open pages refetch because of them. */
export class SentBytes {
  private answers: SentAnswer[] = [];
  private underWay = 0;

  constructor(server: Server) {
    server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
      const { socket, headers, url = '' } = request;
      if (headers.accept === 'text/event-stream' || 'x-unattended' in headers) return;
      const before = socket.bytesWritten;
      this.underWay++;
      response.once('close', () => {
        this.underWay--;
        this.answers.push({
          path: url.split('?')[0]!,
          mimeType: String(response.getHeader('content-type') ?? '').split(';')[0]!,
          isCompressed: response.hasHeader('content-encoding'),
          bytes: socket.bytesWritten - before,
        });
      });
    });
  }

  /** Waits until nothing is under way. @returns what was sent since the last call */
  async take(): Promise<SentAnswer[]> {
    await until('everything was sent', () => this.underWay === 0);
    const taken = this.answers;
    this.answers = [];
    return taken;
  }
}
