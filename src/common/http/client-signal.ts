import { type FastifyRequest } from 'fastify';
import { clientGone } from './arriving.js';

/**
 * Runs `work` with a signal that aborts if the client disconnects before it is answered. Fastify's own signal aborts
 * as soon as the body has been read.
 * @param overdue - aborts the work too, with its own reason
 */
export async function whileClientWaits<Result>(
  // Taken now: a request whose body was not read to its end loses its socket.
  { raw: { socket } }: FastifyRequest,
  work: (signal: AbortSignal) => Promise<Result>,
  overdue?: AbortSignal,
): Promise<Result> {
  const end = new AbortController();
  const leave = () => end.abort(clientGone());
  const expire = () => end.abort(overdue!.reason);
  if (socket.destroyed) leave();
  socket.once('close', leave);
  overdue?.addEventListener('abort', expire, { once: true });
  try {
    return await work(end.signal);
  } finally {
    socket.off('close', leave);
    overdue?.removeEventListener('abort', expire);
  }
}
