import { context, propagation, type Span, SpanKind, trace } from '@opentelemetry/api';
import { type FastifyInstance, type FastifyRequest } from 'fastify';
import { markFailed, tracer } from './in-span.js';

/**
 * Creates a span for each request, as a step of the caller's trace if its `traceparent` names one. Spans are named by
 * the route's pattern, because paths contain tokens (OpenTelemetry semantic conventions for HTTP).
 */
export function traceRequests(server: FastifyInstance): void {
  const spans = new WeakMap<FastifyRequest, Span>();
  server.addHook('onRequest', (request, _reply, done) => {
    const { method, headers, id } = request;
    const route = request.routeOptions.url;
    const attributes = {
      'http.request.method': method,
      'countersign.request.id': id,
      ...(route && { 'http.route': route }),
    };
    const caller = propagation.extract(context.active(), headers);
    const name = route ? `${method} ${route}` : method;
    const span = tracer().startSpan(name, { kind: SpanKind.SERVER, attributes }, caller);
    spans.set(request, span);
    context.with(trace.setSpan(caller, span), done);
  });
  server.addHook('onResponse', (request, { statusCode }, done) => {
    const span = spans.get(request);
    span?.setAttribute('http.response.status_code', statusCode);
    if (span && statusCode >= 500) markFailed(span, String(statusCode));
    span?.end();
    done();
  });
}
