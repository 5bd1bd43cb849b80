import { type PeerQueue, requirePeer } from './peers.js';

// pg-boss, with one worker that takes as many jobs at a time as may be at work: two to eight workers with smaller
// batches cost more. It is told to look again at once while its batches are full, since it would otherwise wait for the
// rest of its polling interval, of half a second at least.

/** The part of its interface that is used here. */
interface PgBoss {
  on(event: 'error', listener: (error: Error) => void): void;
  start(): Promise<unknown>;
  stop(options: { graceful: boolean }): Promise<void>;
  createQueue(name: string): Promise<void>;
  insert(jobs: { name: string; data: DeliverData }[]): Promise<unknown>;
  getQueueSize(name: string, options: { before: 'completed' }): Promise<number>;
  work(
    name: string,
    options: { batchSize: number; pollingIntervalSeconds: number },
    handler: (jobs: { data: DeliverData }[]) => Promise<void>,
  ): Promise<string>;
  notifyWorker(id: string): void;
}

interface DeliverData {
  id: string;
}

const QUEUE = 'deliver';
const POLLING_SECONDS = 0.5;

export async function openPgBoss(connectionString: string): Promise<PeerQueue> {
  const Boss = requirePeer('pg-boss') as new (options: { connectionString: string }) => PgBoss;
  const boss = new Boss({ connectionString });
  boss.on('error', (error) => console.error(error));
  await boss.start();
  await boss.createQueue(QUEUE);
  return {
    async enqueue(deliveryIds) {
      await boss.insert(deliveryIds.map((id) => ({ name: QUEUE, data: { id } })));
    },
    isEmpty: async () => (await boss.getQueueSize(QUEUE, { before: 'completed' })) === 0,
    async work(deliver, batchSize) {
      const options = { batchSize, pollingIntervalSeconds: POLLING_SECONDS };
      const worker = await boss.work(QUEUE, options, async (jobs) => {
        await Promise.all(jobs.map(({ data }) => deliver(data.id)));
        if (jobs.length === batchSize) boss.notifyWorker(worker);
      });
    },
    close: () => boss.stop({ graceful: false }),
  };
}
