import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { CHILD_NICENESS, lowerSessionPriority } from './priority.js';

/** Exists only on Linux, if built in. */
const itGroups = existsSync('/proc/self/autogroup') ? it : it.skip;

describe('lowerSessionPriority', () => {
  let child: ChildProcess;
  const start = () => (child = spawn('sleep', ['60'], { stdio: 'ignore', detached: true }));
  const nicenessOfSession = (pid: number | 'self') =>
    Number(readFileSync(`/proc/${pid}/autogroup`, 'latin1').split(' nice ')[1]);

  afterEach(async () => {
    if (child.kill('SIGKILL')) await once(child, 'exit');
  });

  itGroups('lowers the session of a detached process, and not our own', () => {
    const before = nicenessOfSession('self');
    const { pid } = start();
    lowerSessionPriority(child);
    expect(nicenessOfSession(pid!)).toBe(CHILD_NICENESS);
    expect(nicenessOfSession('self')).toBe(before);
  });

  it('leaves a process alone that has ended or never started', async () => {
    start().kill('SIGKILL');
    await once(child, 'exit');
    expect(() => lowerSessionPriority(child)).not.toThrow();
    child = spawn('/nonexistent', { detached: true });
    await once(child, 'error');
    expect(() => lowerSessionPriority(child)).not.toThrow();
  });
});
