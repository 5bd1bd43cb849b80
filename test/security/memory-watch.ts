import { readdirSync, readFileSync } from 'node:fs';

const LOOK_MS = 500;

/** Watches the resident memory of a process and its descendants, on Linux. */
export class MemoryWatch {
  private readonly timer: NodeJS.Timeout;
  private service = 0;
  private all = 0;

  constructor(private readonly pid: number) {
    this.timer = setInterval(() => this.look(), LOOK_MS);
  }

  /** @returns the peaks in MB, of the process alone and with its descendants, pages that they share counted for each */
  async stop(): Promise<{ service: number; all: number }> {
    clearInterval(this.timer);
    this.look();
    return { service: Math.round(this.service), all: Math.round(this.all) };
  }

  private look(): void {
    const processes = readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .flatMap((name) => readStatus(Number(name)));
    const known = new Set([this.pid]);
    // Parents are found before their children, whatever their numbers.
    for (let size = 0; size !== known.size;) {
      size = known.size;
      for (const { pid, parent } of processes) if (known.has(parent)) known.add(pid);
    }
    const family = processes.filter(({ pid }) => known.has(pid));
    const own = family.find(({ pid }) => pid === this.pid)?.megabytes ?? 0;
    this.service = Math.max(this.service, own);
    this.all = Math.max(
      this.all,
      family.reduce((sum, { megabytes }) => sum + megabytes, 0),
    );
  }
}

/** Nothing for a process that has ended meanwhile, or that has no memory. */
function readStatus(pid: number): { pid: number; parent: number; megabytes: number }[] {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const parent = Number(/^PPid:\s+(\d+)/m.exec(status)![1]);
    const kilobytes = Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0);
    return [{ pid, parent, megabytes: kilobytes / 1024 }];
  } catch {
    return [];
  }
}
