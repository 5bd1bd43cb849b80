import { type Progress } from '../platform/backup/progress.js';

/** Minimum time between two progress lines. */
const PROGRESS_MS = 5_000;

/** Prints a command's result as text or, with --json, as a single JSON object. */
export function print(result: Record<string, unknown>, { json }: { json?: boolean }): void {
  process.stdout.write(json ? `${JSON.stringify(result)}\n` : `${lines(result).join('\n')}\n`);
}

function lines(result: Record<string, unknown>): string[] {
  const width = Math.max(0, ...Object.keys(result).map((key) => key.length));
  return Object.entries(result).flatMap(([key, value]) => {
    if (!Array.isArray(value)) return [`${key.padEnd(width)}  ${text(value)}`];
    return value.length === 0
      ? [`${key.padEnd(width)}  none`]
      : [key, ...value.map((item) => `  ${text(item)}`)];
  });
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Prints progress to stderr every few seconds, except with --json. */
export function progressFor({ json }: { json?: boolean }): Progress {
  if (json) return () => undefined;
  let said = performance.now();
  return (step) => {
    if (performance.now() - said < PROGRESS_MS) return;
    said = performance.now();
    process.stderr.write(`${step}\n`);
  };
}
