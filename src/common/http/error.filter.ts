import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException, Logger } from '@nestjs/common';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { AppError } from '../errors.js';
import { errorBody } from './error-body.js';

/** What Fastify and its plugins throw: a status code beside a message written for the caller. */
interface HttpLikeError extends Error {
  statusCode: number;
  code?: string;
}

/** Messages of the framework that a caller would not understand, in our words. */
const FRAMEWORK_MESSAGES: Record<string, { message: string; code: string }> = {
  FST_ERR_CTP_BODY_TOO_LARGE: { message: 'The body is larger than 1 MB', code: 'body_too_large' },
  FST_ERR_CTP_INVALID_MEDIA_TYPE: { message: 'Unsupported Content-Type', code: 'unsupported_media_type' },
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: {
    message: 'The body does not match its Content-Length',
    code: 'malformed_body',
  },
  FST_REQ_FILE_TOO_LARGE: { message: 'The file is too large', code: 'file_too_large' },
  FST_FILES_LIMIT: { message: 'Send one file only', code: 'too_many_files' },
};

/** Seconds that a throttled caller is asked to wait; the contract names the header Retry-After-App and this value. */
const RETRY_AFTER_SECONDS = 60;

/** Answers every error in the one shape; what is not meant for callers becomes a 500 that says nothing. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  private readonly logger = new Logger(ErrorFilter.name);

  catch(thrown: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const reply = http.getResponse<FastifyReply>();
    const error = toAppError(thrown);
    if (error.statusCode >= 500) this.report(thrown, http.getRequest<FastifyRequest>());
    if (error.statusCode === 429)
      void reply.headers({ 'retry-after': RETRY_AFTER_SECONDS, 'retry-after-app': RETRY_AFTER_SECONDS });
    if (!reply.sent) void reply.status(error.statusCode).send(errorBody(error));
  }

  private report(thrown: unknown, request: FastifyRequest): void {
    const stack = thrown instanceof Error ? thrown.stack : String(thrown);
    this.logger.error({ requestId: request.id, route: request.routeOptions?.url, stack });
  }
}

/** Translates whatever was thrown into an error that may be told. */
export function toAppError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown;
  if (thrown instanceof HttpException) return new AppError(thrown.getStatus(), httpMessage(thrown));
  if (isHttpLike(thrown)) {
    const known = FRAMEWORK_MESSAGES[thrown.code ?? ''];
    return new AppError(thrown.statusCode, known?.message ?? thrown.message, known?.code);
  }
  return new AppError(500, 'Something went wrong on our side');
}

/** Nest's own 404 repeats the method and path; the path may hold a token, so it is not repeated. */
function httpMessage(exception: HttpException): string {
  return exception.getStatus() === 404 ? 'Not Found' : exception.message;
}

function isHttpLike(thrown: unknown): thrown is HttpLikeError {
  const status = thrown instanceof Error ? (thrown as Partial<HttpLikeError>).statusCode : undefined;
  return typeof status === 'number' && status >= 400 && status < 500;
}
