import { existsSync } from 'node:fs';
import cookie from '@fastify/cookie';
import formbody from '@fastify/formbody';
import helmet from '@fastify/helmet';
import multipart from '@fastify/multipart';
import fastifyStatic from '@fastify/static';
import { type INestApplicationContext, type LoggerService } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { AppModule } from './app.module.js';
import { FailedAuthLimiter } from './auth/failed-auth-limiter.js';
import { RATE_LIMIT_HEADER } from './auth/rate-headers.js';
import { limitAnswerTime } from './common/http/answer-deadline.js';
import { closeAnsweredConnections } from './common/http/answered-connections.js';
import { API_HEADERS, isApi } from './common/http/api-headers.js';
import { limitBodyTime } from './common/http/body-pace.js';
import { registerBodyParsers } from './common/http/body-parsing.js';
import { registerEntityTags } from './common/http/entity-tags.js';
import { FrameworkRefusals } from './common/http/framework-refusals.js';
import { isAnswered, keepClientAddresses } from './common/http/gone-client.js';
import { permissionsPolicy } from './common/http/permissions-policy.js';
import { requestId } from './common/http/request-id.js';
import { discardUnreadBodies } from './common/http/unread-bodies.js';
import { closeUnusedConnections } from './common/http/unused-connections.js';
import { MAX_BODY_BYTES } from './common/validation/limits.js';
import { createValidationPipe } from './common/validation/validation.pipe.js';
import { CONTENT_SECURITY_POLICY } from './content-security-policy.js';
import { FallbackFilter } from './fallback.filter.js';
import { ProxyWatch } from './health/proxy-watch.js';
import { Readiness } from './health/readiness.js';
import { OrganizationKeys } from './pdf-signatures/organization-keys.js';
import { PUBLIC_DIR } from './platform/config/paths.js';
import { type Settings } from './platform/config/settings.js';
import { DatabaseWatch } from './platform/database/database-watch.js';
import { measureRequests } from './platform/metrics/measure-requests.js';
import { Metrics } from './platform/metrics/metrics.js';
import { PageErrorFilter } from './platform/pages/page-error.filter.js';
import { LiveProcess } from './platform/processes/live-process.js';
import { SharedWindows } from './platform/redis/shared-windows.js';
import { traceRequests } from './platform/tracing/trace-requests.js';

/** Time limit for receiving a complete request: enough for a slow phone with a large photo. */
const REQUEST_TIMEOUT_MS = 300_000;
/** Time limit for the client to read a large response. */
const ANSWER_TIMEOUT_MS = 300_000;
const ASSET_MAX_AGE_MS = 365 * 24 * 60 * 60 * 1000;
const PAGE_HEADERS = { 'permissions-policy': permissionsPolicy({ camera: false }) };

/** Addresses that a process serves although it may not understand what the database contains. */
const NEEDS_NO_DATA = /^\/(?:healthz|readyz|metrics|assets\/.*)(?:\?|$)/;

/**
 * Longer path parameters would be treated as an unknown route; with this limit, the parameter's own check refuses
 * them.
 */
const MAX_PARAM_LENGTH = 16 * 1024;

/**
 * Does nothing if the page interceptor has already sent the reply or the client has disconnected. The interceptor
 * cannot return the page instead: Nest would then set the handler's fixed status code, but a page chooses between
 * 200, 303 and 400 when it runs.
 */
class AnsweredAwareAdapter extends FastifyAdapter {
  override reply(...args: Parameters<FastifyAdapter['reply']>): ReturnType<FastifyAdapter['reply']> {
    const [response] = args;
    return 'sent' in response && isAnswered(response) ? response : super.reply(...args);
  }
}

/** Creates the application, for production and tests, without listening yet. Rejects if a part cannot be created. */
export async function createApp(
  settings: Settings,
  databaseUrl: string,
  logger: LoggerService,
): Promise<NestFastifyApplication> {
  const refusals = new FrameworkRefusals();
  const adapter = new AnsweredAwareAdapter({
    ...refusals.serverOptions,
    bodyLimit: MAX_BODY_BYTES,
    forceCloseConnections: 'idle',
    genReqId: requestId,
    requestTimeout: REQUEST_TIMEOUT_MS,
    // A proxy may send requests before it learns that this process is ending.
    return503OnClosing: false,
    routerOptions: { maxParamLength: MAX_PARAM_LENGTH },
    trustProxy: settings.trustedProxies.length > 0 ? settings.trustedProxies : false,
  });
  const app = await NestFactory.create<NestFastifyApplication>(
    AppModule.with(settings, databaseUrl),
    adapter,
    {
      abortOnError: false,
      bodyParser: false,
      logger,
    },
  );
  app.get(OrganizationKeys, { strict: false }).requireConfigured();
  await app.get(ProxyWatch).watch(adapter.getInstance());
  if (settings.runsWeb) await app.get(SharedWindows, { strict: false }).connect();
  if (settings.tracing) traceRequests(adapter.getInstance());
  await registerHttp(app, refusals);
  app.useGlobalPipes(createValidationPipe());
  app.useGlobalFilters(new FallbackFilter(app.get(PageErrorFilter), app.get(DatabaseWatch)));
  return app;
}

async function registerHttp(app: NestFastifyApplication, refusals: FrameworkRefusals): Promise<void> {
  const server = app.getHttpAdapter().getInstance();
  const failures = app.get(FailedAuthLimiter, { strict: false });
  const readiness = app.get(Readiness, { strict: false });
  server.addHook('onRoute', (route) => {
    if (isApi(route.url)) route.helmet = false;
  });
  keepClientAddresses(server);
  server.addHook('onRequest', (request, reply, done) => {
    void reply.header('x-request-id', request.id);
    void reply.headers(isApi(request.url) ? API_HEADERS : PAGE_HEADERS);
    done();
  });
  const live = app.get(LiveProcess, { strict: false });
  server.addHook('onRequest', ({ url }, _reply, done) => {
    if (live.isCurrent || NEEDS_NO_DATA.test(url)) done();
    else live.requireCurrent().then(() => done(), done);
  });
  server.addHook('onSend', (request, reply, payload, done) => {
    const lacksRate = isApi(request.url) && !reply.hasHeader(RATE_LIMIT_HEADER);
    if (lacksRate) void reply.headers(failures.headersFor(request.ip));
    done(null, payload);
  });
  registerEntityTags(server);
  measureRequests(server, app.get(Metrics, { strict: false }));
  limitAnswerTime(server, ANSWER_TIMEOUT_MS);
  limitBodyTime(server, (socket) => refusals.refuseSlowBody(socket));
  closeUnusedConnections(server);
  closeAnsweredConnections(server, () => readiness.isLeaving);
  discardUnreadBodies(server);
  refusals.headersFor = (address) => failures.headersFor(address);
  refusals.register(server);
  await app.register(helmet, {
    enableCSPNonces: true,
    contentSecurityPolicy: { useDefaults: false, directives: CONTENT_SECURITY_POLICY },
    referrerPolicy: { policy: 'no-referrer' },
    xFrameOptions: { action: 'deny' },
  });
  registerBodyParsers(server);
  await app.register(multipart, { limits: { files: 1, fields: 20, fieldSize: 64 * 1024, headerPairs: 100 } });
  await app.register(formbody, { bodyLimit: MAX_BODY_BYTES });
  await app.register(cookie);
  if (existsSync(PUBLIC_DIR)) {
    await app.register(fastifyStatic, {
      root: PUBLIC_DIR,
      prefix: '/assets/',
      index: false,
      immutable: true,
      maxAge: ASSET_MAX_AGE_MS,
      preCompressed: true,
      setHeaders: (reply) => void reply.setHeader('vary', 'Accept-Encoding'),
    });
  }
}

/** The same modules without HTTP, for the command line. */
export async function createContext(
  settings: Settings,
  databaseUrl: string,
  logger: LoggerService,
): Promise<INestApplicationContext> {
  return NestFactory.createApplicationContext(AppModule.with(settings, databaseUrl), {
    abortOnError: false,
    logger,
  });
}
