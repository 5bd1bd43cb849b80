import { readdirSync, readFileSync } from 'node:fs';
import { type Client } from 'pg';

/** Linux counts processor time in hundredths of a second. */
const TICK_MS = 10;

/** Fields of `/proc/<pid>/stat` (proc(5)) after the program's name, starting with the state. */
function statOf(pid: string | number): string[] {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return text.slice(text.lastIndexOf(')') + 2).split(' ');
}

const PARENT = 1;
const [USER, SYSTEM, ENDED_USER, ENDED_SYSTEM] = [11, 12, 13, 14];

/** Processor time used by a process so far, in ms. */
export function processTime(pid: number): number {
  const stat = statOf(pid);
  return (Number(stat[USER]) + Number(stat[SYSTEM])) * TICK_MS;
}

/** Processor time used so far by the database server of `client` and all its processes, in ms. */
export async function serverTime(client: Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const server = statOf(rows[0]!.pid)[PARENT]!;
  const own = statOf(server);
  let ticks = [USER, SYSTEM, ENDED_USER, ENDED_SYSTEM].reduce((sum, field) => sum + Number(own[field]), 0);
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const stat = statOf(pid);
      if (stat[PARENT] === server) ticks += Number(stat[USER]) + Number(stat[SYSTEM]);
    } catch {
      // The process has ended.
    }
  }
  return ticks * TICK_MS;
}
