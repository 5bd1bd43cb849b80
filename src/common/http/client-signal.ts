import { type FastifyRequest } from 'fastify';
import { AppError } from '../errors.js';

export interface ClientWatch {
  /** Aborts when the client goes before it has its answer. */
  signal: AbortSignal;
  /** Ends the watch. */
  release(): void;
}

/** Watches the connection of a request: Fastify's own signal already aborts when the body has been read. */
export function watchClient({ raw }: FastifyRequest): ClientWatch {
  const gone = new AbortController();
  // Nobody sees this answer.
  const abort = () => gone.abort(new AppError(400, 'The client has gone', 'client_gone'));
  if (raw.socket.destroyed) abort();
  raw.socket.once('close', abort);
  return { signal: gone.signal, release: () => raw.socket.off('close', abort) };
}
