import { ofTree, residentMb } from '../../src/platform/child-process/process-stats.js';

const LOOK_MS = 500;

/** Watches the resident memory of a process and its descendants, on Linux. */
export class MemoryWatch {
  private readonly timer: NodeJS.Timeout;
  private service = 0;
  private all = 0;

  constructor(private readonly pid: number) {
    this.timer = setInterval(() => this.look(), LOOK_MS);
  }

  /** @returns the peaks in MB of the process alone and with its descendants; shared pages count for each */
  async stop(): Promise<{ service: number; all: number }> {
    clearInterval(this.timer);
    this.look();
    return { service: Math.round(this.service), all: Math.round(this.all) };
  }

  private look(): void {
    this.service = Math.max(this.service, residentMb(this.pid));
    this.all = Math.max(this.all, ofTree(this.pid, residentMb));
  }
}
