import { type FastifyRequest } from 'fastify';
import { clientGone } from './arriving.js';

/**
 * Runs `work` with a signal that aborts when the client disconnects before it has its answer. Fastify's own signal already
 * aborts when the body has been read.
 * @param overdue - ends the work as well, with its own reason
 */
export async function whileClientWaits<Result>(
  // A request whose body was not read to its end no longer knows its socket afterwards.
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
