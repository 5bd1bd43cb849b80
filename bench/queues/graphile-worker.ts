import { type PeerQueue, requirePeer } from './peers.js';

// graphile-worker, with the settings of its page on performance (https://worker.graphile.org/docs/performance).

/** The part of its interface that is used here. */
interface GraphileWorker {
  makeWorkerUtils(options: { connectionString: string }): Promise<{
    migrate(): Promise<void>;
    addJobs(jobs: { identifier: string; payload: DeliverPayload }[]): Promise<unknown>;
    withPgClient<Result>(
      work: (client: { query(sql: string): Promise<{ rowCount: number }> }) => Promise<Result>,
    ): Promise<Result>;
    release(): Promise<void>;
  }>;
  run(options: {
    preset: {
      worker: {
        connectionString: string;
        concurrentJobs: number;
        localQueue: { size: number };
        completeJobBatchDelay: number;
        failJobBatchDelay: number;
      };
    };
    taskList: Record<string, (payload: DeliverPayload) => Promise<void>>;
    logger: unknown;
    noHandleSignals: boolean;
  }): Promise<unknown>;
  Logger: new (factory: () => () => void) => unknown;
}

interface DeliverPayload {
  id: string;
}

const TASK = 'deliver';
const LOCAL_QUEUE = 500;

export async function openGraphileWorker(connectionString: string): Promise<PeerQueue> {
  const { makeWorkerUtils, run, Logger } = requirePeer('graphile-worker') as GraphileWorker;
  const utils = await makeWorkerUtils({ connectionString });
  await utils.migrate();
  return {
    async enqueue(deliveryIds) {
      await utils.addJobs(deliveryIds.map((id) => ({ identifier: TASK, payload: { id } })));
    },
    async isEmpty() {
      const sql = 'select from graphile_worker.jobs limit 1';
      return utils.withPgClient(async (client) => (await client.query(sql)).rowCount === 0);
    },
    async work(deliver, concurrentJobs) {
      const batches = {
        localQueue: { size: LOCAL_QUEUE },
        completeJobBatchDelay: 0,
        failJobBatchDelay: 0,
      };
      await run({
        preset: { worker: { connectionString, concurrentJobs, ...batches } },
        taskList: { [TASK]: ({ id }) => deliver(id) },
        logger: new Logger(() => () => undefined),
        noHandleSignals: true,
      });
    },
    close: () => utils.release(),
  };
}
