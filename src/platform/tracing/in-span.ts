import { type Attributes, type Context, context, type Span, SpanStatusCode, trace } from '@opentelemetry/api';

const TRACER = 'countersign';

/** Without an exporter, spans record nothing and cost next to nothing. */
export const tracer = () => trace.getTracer(TRACER);

/**
 * Runs `work` as a step of the current trace. Attributes are kinds and ids, never names, addresses, paths or tokens;
 * of an error only its class is recorded, because messages may quote them.
 */
export async function inSpan<Result>(
  name: string,
  attributes: Attributes,
  work: () => Promise<Result>,
  parent: Context = context.active(),
): Promise<Result> {
  return tracer().startActiveSpan(name, { attributes }, parent, async (span) => {
    try {
      return await work();
    } catch (error) {
      markFailed(span, error instanceof Error ? error.name : typeof error);
      throw error;
    } finally {
      span.end();
    }
  });
}

/** @param type - the class of an error, an outcome or a status, as OpenTelemetry's attribute `error.type` */
export function markFailed(span: Span, type: string): void {
  span.setAttribute('error.type', type);
  span.setStatus({ code: SpanStatusCode.ERROR });
}
