import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { CODE_DIR } from '../../src/platform/config/paths.js';

/**
 * Returns the result of `compute`, which runs once per test run, across all workers, for the same `inputs` and code. The
 * results are stored in the run's folder, which is removed at its end.
 *
 * @param code - folders and files of the compiled code that the result depends on
 * @param inputs - everything else it depends on; equal inputs have equal structured clones
 */
export async function oncePerRun<Result>(
  code: readonly string[],
  inputs: readonly unknown[],
  compute: () => Promise<Result>,
): Promise<Result> {
  const hash = createHash('sha256').update(digestOf(code)).update(serialize(inputs));
  const file = join(process.env.TEST_RUN_DIR!, `kept-${hash.digest('hex')}`);
  if (existsSync(file)) return deserialize(readFileSync(file)) as Result;
  const result = await compute();
  const draft = `${file}.${randomBytes(4).toString('hex')}`;
  writeFileSync(draft, serialize(result));
  renameSync(draft, file);
  return result;
}

const digests = new Map<string, Buffer>();

function digestOf(code: readonly string[]): Buffer {
  const key = code.join();
  const known = digests.get(key);
  if (known) return known;
  const hash = createHash('sha256');
  for (const path of code)
    for (const file of filesOf(join(CODE_DIR, path))) hash.update(file).update(readFileSync(file));
  const digest = hash.digest();
  digests.set(key, digest);
  return digest;
}

function filesOf(path: string): string[] {
  if (path.endsWith('.js')) return [path];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(js|json)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}
