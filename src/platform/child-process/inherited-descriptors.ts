import { closeSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { PIPE_FD } from './message-channel.js';

/** Flag of a descriptor that other programs do not inherit (open(2)). Node.js sets it on all of its own. */
const CLOSE_ON_EXEC = 0o2000000;
/** Has a file for each open descriptor of the process that reads it (proc(5)). */
export const DESCRIPTORS = '/proc/self/fdinfo';

/** Closes descriptors that the service inherited from its parent and would unknowingly pass on. */
export function closeInheritedDescriptors(): void {
  for (const name of existsSync(DESCRIPTORS) ? readdirSync(DESCRIPTORS) : []) {
    const descriptor = Number(name);
    if (descriptor > PIPE_FD && !isOwn(name)) closeSync(descriptor);
  }
}

/** The descriptor through which the folder itself was read is closed by now, so it counts as our own. */
function isOwn(descriptor: string): boolean {
  try {
    const info = readFileSync(`${DESCRIPTORS}/${descriptor}`, 'latin1');
    return (Number.parseInt(/^flags:\s*(\d+)/m.exec(info)![1]!, 8) & CLOSE_ON_EXEC) !== 0;
  } catch {
    return true;
  }
}
