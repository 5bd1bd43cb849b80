import { type FastifyRequest } from 'fastify';
import { type Arrival } from '../contested-admission.js';
import { AppError } from '../errors.js';

/** The client never receives this answer. */
export const clientGone = () => new AppError(400, 'The client disconnected', 'client_gone');

/**
 * Yields what is read from a body, piece by piece. Parsers can wait forever on a connection that closed before they
 * began; this does not.
 * @throws AppError 400 `client_gone` as soon as the client disconnects before the body has been read
 */
export async function* whileArriving<Piece>(
  { raw }: FastifyRequest,
  pieces: AsyncIterable<Piece>,
): AsyncGenerator<Piece, void> {
  const isCutOff = () => raw.destroyed && !raw.readableEnded;
  if (isCutOff()) throw clientGone();
  const iterator = pieces[Symbol.asyncIterator]();
  let leave = () => {};
  const gone = new Promise<never>((_resolve, reject) => {
    leave = () => isCutOff() && reject(clientGone());
  });
  gone.catch(() => undefined);
  raw.once('close', leave);
  try {
    for (;;) {
      const next = await Promise.race([iterator.next(), gone]);
      if (next.done) return;
      yield next.value;
    }
  } catch (error) {
    throw isCutOff() ? clientGone() : error;
  } finally {
    raw.off('close', leave);
    // It may be waiting for something that never comes.
    iterator.return?.().catch(() => undefined);
  }
}

/** Tracks how much of a request's body has arrived, from its beginning. */
export function arrivalOf({ raw }: FastifyRequest): Arrival {
  const { socket } = raw;
  const before = socket.bytesRead;
  return { bytes: () => socket.bytesRead - before, isComplete: () => raw.complete };
}
