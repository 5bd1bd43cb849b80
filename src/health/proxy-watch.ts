import { mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Injectable, Logger } from '@nestjs/common';
import { type FastifyInstance } from 'fastify';
import { Settings } from '../platform/config/settings.js';

/** A single visitor can send the header too, but a proxy sends it with every request. */
const ENOUGH = 20;

/** Explains the problem when a proxy's header is not trusted. */
export const UNTRUSTED_PROXY =
  "X-Forwarded-For arrives, but TRUSTED_PROXIES is not set: all visitors seem to have the proxy's address, in the audit trail and for limits, too. Set it to your proxy's address, or have the header removed if there is no proxy";

/**
 * Notices a reverse proxy that is not in TRUSTED_PROXIES. A file in DATA_DIR tells `doctor`, which is a separate
 * process.
 */
@Injectable()
export class ProxyWatch {
  private readonly logger = new Logger('Proxy');
  private readonly file: string;
  private seen = 0;

  constructor(private readonly settings: Settings) {
    this.file = join(settings.dataDir, 'untrusted-proxy');
  }

  /** Checks the headers of all requests, and forgets what an earlier process noticed. */
  async watch(server: FastifyInstance): Promise<void> {
    await rm(this.file, { force: true });
    if (this.settings.trustedProxies.length > 0) return;
    server.addHook('onRequest', (request, _reply, done) => {
      if (request.headers['x-forwarded-for'] !== undefined) void this.count();
      done();
    });
  }

  /** Whether a process that serves requests has noticed such a proxy. */
  async hasNoticed(): Promise<boolean> {
    if (this.settings.trustedProxies.length > 0) return false;
    return stat(this.file).then(
      () => true,
      () => false,
    );
  }

  private async count(): Promise<void> {
    this.seen++;
    if (this.seen !== ENOUGH) return;
    this.logger.warn(UNTRUSTED_PROXY);
    try {
      await mkdir(dirname(this.file), { recursive: true });
      await writeFile(this.file, '');
    } catch (error) {
      this.logger.warn(
        `The note for npm run cli -- doctor was not written: ${(error as NodeJS.ErrnoException).code}`,
      );
    }
  }
}
