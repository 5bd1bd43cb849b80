import { type LoggerService } from '@nestjs/common';
import { type DestinationStream, type Logger, pino } from 'pino';
import { textWithoutSecrets, withoutSecrets } from './without-secrets.js';

type Level = 'info' | 'error' | 'warn' | 'debug' | 'trace' | 'fatal';

/**
 * Contexts in which Nest logs each module and route at startup, and errors that it then throws: only useful for
 * debugging.
 */
const BOOT_CONTEXTS = new Set<unknown>([
  'ExceptionHandler',
  'NestFactory',
  'InstanceLoader',
  'RoutesResolver',
  'RouterExplorer',
  'NestApplication',
]);

/**
 * Nest's logger on pino: one JSON line per entry on stderr, so that stdout only has the output of commands. The
 * service logs no personal data; whatever a library's error quotes is redacted.
 */
export class PinoLogger implements LoggerService {
  private readonly pino: Logger;

  /** @param out - where the lines are written */
  constructor(level: string, out: DestinationStream = pino.destination(2)) {
    this.pino = pino({ level, base: undefined, timestamp: pino.stdTimeFunctions.isoTime }, out);
  }

  log = (message: unknown, ...rest: unknown[]) =>
    this.write(BOOT_CONTEXTS.has(rest.at(-1)) ? 'debug' : 'info', message, rest);
  error = (message: unknown, ...rest: unknown[]) =>
    this.write(BOOT_CONTEXTS.has(rest.at(-1)) ? 'debug' : 'error', message, rest);
  warn = (message: unknown, ...rest: unknown[]) => this.write('warn', message, rest);
  debug = (message: unknown, ...rest: unknown[]) => this.write('debug', message, rest);
  verbose = (message: unknown, ...rest: unknown[]) => this.write('trace', message, rest);
  fatal = (message: unknown, ...rest: unknown[]) => this.write('fatal', message, rest);

  /** Nest passes the context last, preceded by the stack of an error. */
  private write(level: Level, message: unknown, rest: unknown[]): void {
    const context = rest.at(-1);
    const stack = rest.length > 1 ? rest[0] : undefined;
    if (!this.pino.isLevelEnabled(level)) return;
    if (message instanceof Error) this.pino[level]({ context, stack: withoutSecrets(message) });
    else if (typeof message === 'object' && message !== null)
      this.pino[level]({ context, ...(withoutSecrets(message) as object) });
    else this.pino[level]({ context, stack: withoutSecrets(stack) }, textWithoutSecrets(String(message)));
  }
}
