import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Collects everything that nothing refers to, as `node --expose-gc` lets a program do. */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
}

/** Collects garbage over and over while `work` goes on. */
export async function whileCollecting<Result>(work: () => Promise<Result>): Promise<Result> {
  const timer = setInterval(collectGarbage, 10);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}
