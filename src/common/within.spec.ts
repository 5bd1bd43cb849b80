import { whileCollecting } from '../../test/support/collect-garbage.js';
import { within } from './within.js';

/** Ends when the signal aborts, without keeping a reference to it. */
const untilEnd = (signal: AbortSignal) =>
  new Promise<string>((resolve) => {
    const other = new WeakRef(signal);
    signal.addEventListener('abort', () => resolve((other.deref()!.reason as Error).name), { once: true });
  });

it('ends work when its time is up, however often garbage is collected', async () => {
  expect(await whileCollecting(() => within(100, untilEnd))).toBe('TimeoutError');
});

it('ends work when another signal aborts, or has aborted before', async () => {
  const other = new AbortController();
  const waiting = within(60_000, untilEnd, new AbortController().signal, other.signal);
  other.abort(new TypeError('gone'));
  expect(await waiting).toBe('TypeError');
  const reason = async (signal: AbortSignal) => signal.reason as Error;
  expect(await within(60_000, reason, other.signal)).toBe(other.signal.reason);
});

it('leaves no listener and no timer behind, whatever the outcome of the work', async () => {
  const other = new AbortController();
  await expect(within(60_000, () => Promise.reject(new Error('no')), other.signal)).rejects.toThrow('no');
  await expect(within(60_000, async () => 'done', other.signal)).resolves.toBe('done');
});
