import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException, Logger } from '@nestjs/common';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { AppError } from '../errors.js';
import { outageOf } from '../outages.js';
import { errorBody } from './error-body.js';
import { asGoneClient, isAnswered } from './gone-client.js';
import { noteRefusal } from './refusal.js';

/** Errors of Fastify and its plugins: a status code with a message written for the caller. */
interface HttpLikeError extends Error {
  statusCode: number;
}

/** Our messages for refusals by the framework itself, known only by their status. */
const FRAMEWORK_ERRORS: Record<number, [message: string, code?: string]> = {
  404: ['Not Found'],
  413: ['The body is larger than 1 MB', 'body_too_large'],
  415: ['Unsupported Content-Type', 'unsupported_media_type'],
};

/** Seconds that a throttled caller should wait. The contract names the header Retry-After-App and this value. */
const RETRY_AFTER_SECONDS = 60;
/** Seconds after which a request may be repeated if there was an outage or too much load. */
const BUSY_RETRY_AFTER_SECONDS = 5;

/** Answers every error in one format. An unexpected error becomes a 500 without details. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  private readonly logger = new Logger(ErrorFilter.name);

  async catch(thrown: unknown, host: ArgumentsHost): Promise<void> {
    const http = host.switchToHttp();
    const reply = http.getResponse<FastifyReply>();
    const request = http.getRequest<FastifyRequest>();
    const error = toAppError(asGoneClient(thrown, request, reply));
    noteRefusal(reply, error);
    if (error.statusCode === 500) this.report(thrown, request);
    if (isAnswered(reply)) return;
    if (error.statusCode === 429)
      void reply.headers({ 'retry-after': RETRY_AFTER_SECONDS, 'retry-after-app': RETRY_AFTER_SECONDS });
    if (error.statusCode === 503) void reply.header('retry-after', BUSY_RETRY_AFTER_SECONDS);
    // A handler's own type, such as a picture's, may already be set.
    void reply.status(error.statusCode).type('application/json; charset=utf-8').send(errorBody(error));
  }

  private report(thrown: unknown, request: FastifyRequest): void {
    const stack = thrown instanceof Error ? thrown.stack : String(thrown);
    this.logger.error({ requestId: request.id, route: request.routeOptions?.url, stack });
  }
}

/** Translates anything thrown into an error that the caller may see. */
export function toAppError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown;
  if (thrown instanceof HttpException || isHttpLike(thrown)) {
    const statusCode = thrown instanceof HttpException ? thrown.getStatus() : thrown.statusCode;
    const [message, code] = FRAMEWORK_ERRORS[statusCode] ?? [thrown.message];
    return new AppError(statusCode, message, code);
  }
  return outageOf(thrown) ?? new AppError(500, 'Something went wrong on our side');
}

function isHttpLike(thrown: unknown): thrown is HttpLikeError {
  const status = thrown instanceof Error ? (thrown as Partial<HttpLikeError>).statusCode : undefined;
  return typeof status === 'number' && status >= 400 && status < 500;
}
