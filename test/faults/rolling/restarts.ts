import { setTimeout as wait } from 'node:timers/promises';
import { ApiClient } from '../../support/api-client.js';
import { patience } from '../../support/patience.js';
import { textPdf } from '../../support/pdf-samples.js';
import { DRAFT, SIGNATURES } from '../../support/samples.js';
import { type ServerProcess } from '../../support/server-process.js';
import { SlowUpload } from '../../support/slow-upload.js';
import { type Site, type Tenant } from '../site.js';
import { type Replicas } from './replicas.js';

/** Between two restarts. More on a busy machine, for as much work. */
const WORK_MS = 2_000;
/** Enough for each web process to get some. */
const UPLOADS = 4;
/** How long after the drain the uploads continue. */
const LATE_MS = 1_500;

/** Restarts all processes, one after another, and records what went wrong. */
export class Restarts {
  web = 0;
  workers = 0;
  uploads = 0;
  /** Uploads that did not succeed although a process was receiving them. */
  readonly cutOff: string[] = [];
  /** Processes that did not end as they should. */
  readonly badEnds: string[] = [];
  longestEndMs = 0;

  constructor(
    private readonly site: Site<Replicas>,
    /** An organization whose key only this uses. */
    private readonly tenant: Tenant,
  ) {}

  /** Restarts each process once. */
  async round(): Promise<void> {
    const { server } = this.site;
    for (const process of server.web) {
      await wait(patience(WORK_MS));
      const uploads = await Promise.all(Array.from({ length: UPLOADS }, () => this.beginUpload()));
      await Promise.all([this.restart(process, 'web process'), this.finish(uploads)]);
      this.web++;
    }
    for (const process of server.workers) {
      await wait(patience(WORK_MS));
      await this.restart(process, 'worker');
      this.workers++;
    }
  }

  private async restart(process: ServerProcess, what: string): Promise<void> {
    const begun = performance.now();
    const status = await process.stop();
    this.longestEndMs = Math.max(this.longestEndMs, performance.now() - begun);
    if (status !== 0) this.badEnds.push(`a ${what} ended with ${status}`);
    await this.site.server.startAgain(process);
  }

  private async beginUpload(): Promise<SlowUpload> {
    const { apiKey } = this.tenant;
    const { url } = this.site.server;
    const { body } = await new ApiClient(url, apiKey).post(SIGNATURES, DRAFT);
    return new SlowUpload(`${url}${SIGNATURES}/${body.id}/document`, { apiKey }, await textPdf(1, 'slow'));
  }

  /** Finishes the uploads after the moment when a process that was told to stop accepts no more. */
  private async finish(uploads: SlowUpload[]): Promise<void> {
    await wait(1_000 * this.site.server.drainSeconds + LATE_MS);
    const outcomes = await Promise.all(
      uploads.map((upload) =>
        upload.finish().then(
          ({ status, body }) => (status === 200 ? null : `${status} ${JSON.stringify(body)}`),
          (error: Error) => error.message,
        ),
      ),
    );
    this.uploads += outcomes.length;
    this.cutOff.push(...outcomes.filter((outcome) => outcome !== null));
  }
}
