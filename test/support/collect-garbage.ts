import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Collects everything unreferenced, as `node --expose-gc` allows. */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
}

/** Collects garbage repeatedly while `work` runs. */
export async function whileCollecting<Result>(work: () => Promise<Result>): Promise<Result> {
  const timer = setInterval(collectGarbage, 10);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}
