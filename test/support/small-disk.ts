import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';

/** Why no small disk can be mounted here; undefined if it can. */
export const noSmallDisk: string | undefined =
  process.platform !== 'linux'
    ? 'tmpfs needs Linux'
    : process.getuid?.() !== 0
      ? 'only root may mount a tmpfs'
      : undefined;

/** Mounts a disk of `megabytes` at `folder`, which it creates. @returns a function that unmounts it */
export function mountSmallDisk(folder: string, megabytes: number): () => void {
  mkdirSync(folder, { recursive: true });
  run('mount', '-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0700`, 'tmpfs', folder);
  return () => run('umount', folder);
}

function run(program: string, ...args: string[]): void {
  const { status, stderr } = spawnSync(program, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} ended with ${status}: ${stderr}`);
}
