import 'reflect-metadata';
import { setTimeout as wait } from 'node:timers/promises';
import { openDatabase } from './boot.js';
import { createApp } from './configure-app.js';
import { announce, provisionFirstRun } from './first-run.js';
import { serveMetrics } from './health/metrics-server.js';
import { Readiness } from './health/readiness.js';
import { findSandbox } from './platform/child-process/sandbox.js';
import { loadSettings } from './platform/config/load-settings.js';
import { StartError } from './platform/config/start-error.js';
import { PinoLogger } from './platform/logging/pino-logger.js';
import { LiveProcess } from './platform/processes/live-process.js';
import { startTracing } from './platform/tracing/start-tracing.js';
import { listenError, reservePort } from './reserve-port.js';
import { SOCKETS } from './webhooks/domain/sockets.js';

/**
 * Twice the sockets for webhooks, because up to half of the threads look up names, each of which can wait for a name
 * server.
 */
const FEWEST_THREADS = 2 * SOCKETS;
const LISTEN_ADDRESS = '0.0.0.0';
/**
 * Longer than jobs take to end; requests still sending a body by then are cut off. With a drain of 5 seconds, less
 * than a minute.
 */
const STOP_LIMIT_MS = 50_000;

/** Closes whatever was opened, in reverse order. */
const closers: (() => Promise<unknown>)[] = [];
let ending: Promise<void> | undefined;
/** What to do before ending a process that serves requests. */
let leaving: { readiness: Readiness; drainMs: number } | undefined;

async function start(): Promise<void> {
  const settings = loadSettings();
  const port = settings.runsWeb ? await reservePort(settings.port, LISTEN_ADDRESS) : null;
  const { metricsPort } = settings;
  const forMetrics = metricsPort ? await reservePort(metricsPort, LISTEN_ADDRESS, 'METRICS_PORT') : null;
  const database = await openDatabase(settings);
  closers.push(() => database.stop());
  if (ending) return;
  const logger = new PinoLogger(settings.logLevel);
  // Tested now, when no one is waiting for it.
  if (findSandbox().layer !== 'bubblewrap')
    logger.warn(
      'Child processes run without bubblewrap: npm run cli -- doctor says how they are isolated instead',
      'Sandbox',
    );
  if (settings.runsJobs && settings.threadPoolSize < FEWEST_THREADS)
    logger.warn(
      `UV_THREADPOOL_SIZE is ${settings.threadPoolSize}: a few webhook addresses whose name servers do not answer can hold up all others. Set ${FEWEST_THREADS} or more, as npm start does`,
      'Webhooks',
    );
  database.keepRunning({
    // Not a warning: users of the database have already logged the outage.
    restarted: () => logger.log('The embedded PostgreSQL died and was restarted', 'Database'),
    gaveUp: ({ message }) => {
      report(new StartError(`The embedded PostgreSQL died and could not be restarted. ${message}`));
      end(1, 'at once');
    },
  });
  if (settings.tracing) closers.push(startTracing(settings.tracing, logger));
  const app = await createApp(settings, database.url, logger);
  closers.push(() => app.close());
  if (ending) return;
  await forMetrics?.release();
  if (metricsPort) closers.push(await serveMetrics(app, metricsPort, LISTEN_ADDRESS));
  await provisionFirstRun(app, settings);
  await port?.release();
  if (settings.runsWeb) {
    await app.listen(settings.port, LISTEN_ADDRESS).catch((error: unknown) => {
      throw listenError(error, settings.port);
    });
    leaving = { readiness: app.get(Readiness, { strict: false }), drainMs: 1_000 * settings.drainSeconds };
  } else await app.init();
  app.get(LiveProcess, { strict: false }).whenOutdated((reason) => {
    report(reason);
    end(1, 'after its work');
  });
  announce(settings);
}

/**
 * Serves requests until load balancers have noticed, unless the process cannot any more, then closes everything and ends
 * it. Ignores repeated signals, since npm forwards those from the terminal.
 */
function end(status: number, when: 'after its work' | 'at once'): void {
  if (ending) return;
  const drainMs = when === 'after its work' ? (leaving?.drainMs ?? 0) : 0;
  setTimeout(() => process.exit(1), drainMs + STOP_LIMIT_MS);
  leaving?.readiness.leave();
  ending = wait(drainMs)
    .then(closeAll)
    .then(
      () => process.exit(status),
      (error: unknown) => {
        report(error);
        process.exit(1);
      },
    );
}

async function closeAll(): Promise<void> {
  await started;
  for (const close of closers.reverse()) await close();
}

function report(error: unknown): void {
  const text =
    error instanceof StartError ? error.message : error instanceof Error ? error.stack : String(error);
  process.stderr.write(`${text}\n`);
}

// SIGHUP: the terminal was closed.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => end(0, 'after its work'));
const started = start().catch((error: unknown) => {
  report(error);
  end(1, 'at once');
});
