import { Logger } from '@nestjs/common';

/** Collects what the service logs in this process, as `level: message`, until `end`; nothing is logged after that. */
export function collectLog(): { lines: string[]; end: () => void } {
  const lines: string[] = [];
  const as = (level: string) => (message: unknown) => void lines.push(`${level}: ${String(message)}`);
  Logger.overrideLogger({ log: as('log'), warn: as('warn'), error: as('error') });
  return { lines, end: () => Logger.overrideLogger(false) };
}
