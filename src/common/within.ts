/**
 * Runs `work` with a signal that aborts with a TimeoutError after `ms` milliseconds, or when one of the others does.
 * It has its own timer and listeners, since Node.js 20 may collect a combined `AbortSignal.any` and
 * `AbortSignal.timeout` while it is awaited.
 */
export async function within<Result>(
  ms: number,
  work: (signal: AbortSignal) => Promise<Result>,
  ...others: AbortSignal[]
): Promise<Result> {
  const end = new AbortController();
  const expire = () => end.abort(new DOMException(`not within ${ms} ms`, 'TimeoutError'));
  const timer = setTimeout(expire, ms);
  const follow = ({ target }: Event) => end.abort((target as AbortSignal).reason);
  for (const other of others)
    if (other.aborted) end.abort(other.reason);
    else other.addEventListener('abort', follow, { once: true });
  try {
    return await work(end.signal);
  } finally {
    clearTimeout(timer);
    for (const other of others) other.removeEventListener('abort', follow);
  }
}
