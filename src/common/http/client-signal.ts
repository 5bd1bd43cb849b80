import { type FastifyRequest } from 'fastify';
import { AppError } from '../errors.js';

export interface ClientWatch {
  /** Aborts when the client disconnects before it has its answer. */
  signal: AbortSignal;
  /** Ends the watch. */
  release(): void;
}

/** Watches the connection of a request: Fastify's own signal already aborts when the body has been read. */
export function watchClient({ raw: { socket } }: FastifyRequest): ClientWatch {
  const gone = new AbortController();
  // Nobody sees this answer.
  const abort = () => gone.abort(new AppError(400, 'The client disconnected', 'client_gone'));
  if (socket.destroyed) abort();
  socket.once('close', abort);
  // A request whose body was not read to its end no longer knows its socket.
  return { signal: gone.signal, release: () => socket.off('close', abort) };
}
