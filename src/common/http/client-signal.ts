import { type FastifyRequest } from 'fastify';
import { AppError } from '../errors.js';

/**
 * Runs `work` with a signal that aborts when the client disconnects before it has its answer. Fastify's own signal already
 * aborts when the body has been read.
 */
export async function whileClientWaits<Result>(
  // A request whose body was not read to its end no longer knows its socket afterwards.
  { raw: { socket } }: FastifyRequest,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const gone = new AbortController();
  // Nobody sees this answer.
  const abort = () => gone.abort(new AppError(400, 'The client disconnected', 'client_gone'));
  if (socket.destroyed) abort();
  socket.once('close', abort);
  try {
    return await work(gone.signal);
  } finally {
    socket.off('close', abort);
  }
}
