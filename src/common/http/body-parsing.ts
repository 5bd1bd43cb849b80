import { type FastifyInstance, type FastifyRequest } from 'fastify';
import { AppError, invalid } from '../errors.js';
import { BodyDigest } from './body-digest.js';

/** Deeper JSON is refused: no request needs it, and traversing it could exhaust the stack. */
const MAX_JSON_DEPTH = 32;

const utf8 = new TextDecoder('utf-8', { fatal: true });

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route accepts a file, as multipart/form-data or as raw bytes with their own Content-Type. */
    acceptsFile?: boolean;
  }
}

/**
 * Registers the accepted bodies: JSON for the API, files on routes that declare it, forms for pages. An empty body is
 * `{}`, whatever its Content-Type. Everything else is refused before it reaches a handler.
 */
export function registerBodyParsers(server: FastifyInstance): void {
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    try {
      request.bodyDigest?.update(body as Buffer);
      done(null, parseJson(body as Buffer));
    } catch (error) {
      done(error as Error);
    }
  });
  server.addContentTypeParser('*', (request, payload, done) => {
    if (request.routeOptions.config.acceptsFile) done(null, payload);
    else if (request.headers['content-length'] === '0') done(null, {});
    else done(unsupportedMediaType());
  });
  server.addHook('preParsing', (request, _reply, payload, done) => {
    if (request.headers['idempotency-key'] !== undefined) request.bodyDigest = new BodyDigest();
    const refused = isForm(request) && isApi(request) && !request.routeOptions.config.acceptsFile;
    done(refused ? unsupportedMediaType() : null, payload);
  });
  server.addHook('preValidation', (request, _reply, done) => {
    request.body ??= {};
    done();
  });
}

/**
 * Refuses fields such as `__proto__` and `constructor` here, because validation does not see them.
 * @throws AppError 400 for bytes that are not UTF-8 or not a JSON object, are nested too deeply, or have such fields
 */
export function parseJson(bytes: Buffer): unknown {
  if (bytes.length === 0) return {};
  let value: unknown;
  try {
    value = JSON.parse(utf8.decode(bytes));
  } catch {
    throw malformedJson('is not valid JSON');
  }
  if (!isShallow(value)) throw malformedJson('is nested too deeply');
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw malformedJson('must be a JSON object');
  }
  const unknown = Object.keys(value).filter((name) => name in Object.prototype);
  if (unknown.length > 0)
    throw invalid(...unknown.map((field) => ({ field, message: `${field} is not a known field` })));
  return value;
}

/** Whether JSON is not nested too deeply. Level by level, because deep input could exhaust the stack of a recursion. */
export function isShallow(root: unknown): boolean {
  let level = [root];
  for (let depth = 0; depth < MAX_JSON_DEPTH; depth++) {
    level = level
      .filter((value): value is object => typeof value === 'object' && value !== null)
      .flatMap(Object.values);
    if (level.length === 0) return true;
  }
  return false;
}

export const malformedJson = (problem: string) => new AppError(400, `The body ${problem}`, 'malformed_json');
export const unsupportedMediaType = () =>
  new AppError(415, 'Send application/json', 'unsupported_media_type');
const isApi = (request: FastifyRequest) => request.routeOptions.url?.startsWith('/api/') ?? false;

export function isForm(request: FastifyRequest): boolean {
  const type = request.headers['content-type'] ?? '';
  return type.startsWith('multipart/') || type.startsWith('application/x-www-form-urlencoded');
}
