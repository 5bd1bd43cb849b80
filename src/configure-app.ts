import cookie from '@fastify/cookie';
import formbody from '@fastify/formbody';
import helmet from '@fastify/helmet';
import multipart from '@fastify/multipart';
import fastifyStatic from '@fastify/static';
import { type INestApplicationContext, type LoggerService } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { existsSync } from 'node:fs';
import { AppModule } from './app.module.js';
import { FailedAuthLimiter } from './auth/failed-auth-limiter.service.js';
import { RATE_LIMIT_HEADER } from './auth/rate-headers.js';
import { limitBodyTime } from './common/http/body-pace.js';
import { limitAnswerTime } from './common/http/answer-deadline.js';
import { API_HEADERS, isApi } from './common/http/api-headers.js';
import { permissionsPolicy } from './common/http/permissions-policy.js';
import { registerBodyParsers } from './common/http/body-parsing.js';
import { registerEntityTags } from './common/http/entity-tags.js';
import { FrameworkRefusals } from './common/http/framework-refusals.js';
import { isAnswered, keepClientAddresses } from './common/http/gone-client.js';
import { requestId } from './common/http/request-id.js';
import { discardUnreadBodies } from './common/http/unread-bodies.js';
import { closeAnsweredConnections } from './common/http/answered-connections.js';
import { closeUnusedConnections } from './common/http/unused-connections.js';
import { MAX_BODY_BYTES } from './common/validation/limits.js';
import { createValidationPipe } from './common/validation/validation.pipe.js';
import { CONTENT_SECURITY_POLICY } from './content-security-policy.js';
import { FallbackFilter } from './fallback.filter.js';
import { ProxyWatch } from './health/proxy-watch.service.js';
import { Readiness } from './health/readiness.service.js';
import { PUBLIC_DIR } from './platform/config/paths.js';
import { OrganizationKeys } from './pdf-signatures/organization-keys.service.js';
import { type Settings } from './platform/config/settings.js';
import { DatabaseWatch } from './platform/database/database-watch.service.js';
import { measureRequests } from './platform/metrics/measure-requests.js';
import { Metrics } from './platform/metrics/metrics.service.js';
import { traceRequests } from './platform/tracing/trace-requests.js';
import { PageErrorFilter } from './platform/pages/page-error.filter.js';
import { SharedWindows } from './platform/redis/shared-windows.service.js';

/** A request must have arrived completely by then: enough for a slow phone with a large photo. */
const REQUEST_TIMEOUT_MS = 300_000;
/** A large answer must have been read by then. */
const ANSWER_TIMEOUT_MS = 300_000;
const ASSET_MAX_AGE_MS = 365 * 24 * 60 * 60 * 1000;
const PAGE_HEADERS = { 'permissions-policy': permissionsPolicy({ camera: false }) };

/** Longer path parameters would get the answer for an unknown route; like this, the parameter's own check refuses them. */
const MAX_PARAM_LENGTH = 16 * 1024;

/**
 * Does nothing if the page interceptor has sent the reply, or its client has gone meanwhile. The interceptor cannot return
 * the page instead: after it, Nest sets the handler's fixed status code, but a page decides between 200, 303 and 400 when it
 * runs.
 */
class AnsweredAwareAdapter extends FastifyAdapter {
  override reply(...args: Parameters<FastifyAdapter['reply']>): ReturnType<FastifyAdapter['reply']> {
    const [response] = args;
    return 'sent' in response && isAnswered(response) ? response : super.reply(...args);
  }
}

/** The application, in production and in tests; it does not listen yet. Rejects if a part of it cannot be made. */
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
    // A proxy may have sent a request before it heard that this process ends.
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
