import { closeSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { PIPE_FD } from './message-channel.js';

/** Of a descriptor that other programs do not get (open(2)). Node.js opens all of its own so. */
const CLOSE_ON_EXEC = 0o2000000;
/** A file about each open descriptor of the process that reads it (proc(5)). */
export const DESCRIPTORS = '/proc/self/fdinfo';

/** Descriptors that the service inherited from its parent, and would pass on without knowing. */
export function closeInheritedDescriptors(): void {
  for (const name of existsSync(DESCRIPTORS) ? readdirSync(DESCRIPTORS) : []) {
    const descriptor = Number(name);
    if (descriptor > PIPE_FD && !isOwn(name)) closeSync(descriptor);
  }
}

/** The descriptor by which the folder itself was read is closed by now, so it counts as our own. */
function isOwn(descriptor: string): boolean {
  try {
    const info = readFileSync(`${DESCRIPTORS}/${descriptor}`, 'latin1');
    return (Number.parseInt(/^flags:\s*(\d+)/m.exec(info)![1]!, 8) & CLOSE_ON_EXEC) !== 0;
  } catch {
    return true;
  }
}
