import { Keeper, type KeeperEvents } from './keeper.js';

/** A server that dies, and the reports of its keeper. */
function watch(start: (attempt: number) => Promise<void>) {
  const server = { isRunning: true, attempts: 0 };
  const keeper = new Keeper(
    () => server.isRunning,
    async () => {
      await start(++server.attempts);
      server.isRunning = true;
    },
    [10, 10],
  );
  const reported = new Promise<Error | 'restarted'>((resolve) => {
    const events: KeeperEvents = { restarted: () => resolve('restarted'), gaveUp: resolve };
    keeper.begin(events);
  });
  return { server, keeper, reported };
}

it('restarts a server that has died, even after two failed attempts', async () => {
  const { server, keeper, reported } = watch(async (attempt) => {
    if (attempt < 3) throw new Error('its processes are still ending');
  });
  server.isRunning = false;
  expect(await reported).toBe('restarted');
  expect(server).toEqual({ isRunning: true, attempts: 3 });
  await keeper.stop();
});

it('gives up after three attempts, with the last one’s reason', async () => {
  const { server, keeper, reported } = watch(async (attempt) => {
    throw new Error(`attempt ${attempt}`);
  });
  server.isRunning = false;
  expect(await reported).toEqual(new Error('attempt 3'));
  await keeper.stop();
});

it('starts nothing after it is stopped', async () => {
  const { server, keeper } = watch(async () => undefined);
  await keeper.stop();
  server.isRunning = false;
  expect(server.attempts).toBe(0);
});
