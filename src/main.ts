import 'reflect-metadata';
import { setTimeout as wait } from 'node:timers/promises';
import { openDatabase } from './boot.js';
import { createApp } from './configure-app.js';
import { announce, provisionFirstRun } from './first-run.js';
import { StartError } from './platform/config/start-error.js';
import { findSandbox } from './platform/child-process/sandbox.js';
import { loadSettings } from './platform/config/load-settings.js';
import { PinoLogger } from './platform/logging/pino-logger.js';
import { Readiness } from './health/readiness.service.js';
import { serveMetrics } from './health/metrics-server.js';
import { startTracing } from './platform/tracing/start-tracing.js';
import { listenError, reservePort } from './reserve-port.js';
import { SOCKETS } from './webhooks/domain/sockets.js';

/** Twice the sockets for webhooks: half of the threads may look up names, each of which can wait for its name server. */
const FEWEST_THREADS = 2 * SOCKETS;
const LISTEN_ADDRESS = '0.0.0.0';
/** Longer than jobs take to end; what still sends a body by then is cut off. With a drain of 5 seconds less than a minute. */
const STOP_LIMIT_MS = 50_000;

/** Closes what was opened, the last first. */
const closers: (() => Promise<unknown>)[] = [];
let ending: Promise<void> | undefined;
/** What precedes the end of a process that answers requests. */
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
  // Tried out now, when nobody waits for it.
  if (findSandbox().layer !== 'bubblewrap')
    logger.warn(
      'Child processes run without bubblewrap: npm run cli -- doctor says what holds them',
      'Sandbox',
    );
  if (settings.runsJobs && settings.threadPoolSize < FEWEST_THREADS)
    logger.warn(
      `UV_THREADPOOL_SIZE is ${settings.threadPoolSize}: a few webhook addresses whose name servers do not answer can hold up all others. Set ${FEWEST_THREADS} or more, as npm start does`,
      'Webhooks',
    );
  database.keepRunning({
    // No warning: whoever missed it has said so, in one line for the outage.
    restarted: () => logger.log('The embedded PostgreSQL had died and was started again', 'Database'),
    gaveUp: ({ message }) => {
      report(new StartError(`The embedded PostgreSQL has died and does not start again. ${message}`));
      end(1);
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
  announce(settings);
}

/**
 * Answers requests until load balancers have heard of it, closes everything and ends the process. Repeated signals change
 * nothing: npm passes on what the terminal has sent.
 */
function end(status: number): void {
  if (ending) return;
  // A process that gives up has nothing to answer requests with.
  const drainMs = status === 0 ? (leaving?.drainMs ?? 0) : 0;
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
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => end(0));
const started = start().catch((error: unknown) => {
  report(error);
  end(1);
});
