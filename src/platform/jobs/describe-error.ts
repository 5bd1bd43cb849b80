/** The class, code and location of an error. Never its message, which may quote an address, a name or a document. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const code = (error as NodeJS.ErrnoException).code;
  const place = /\n\s+at (.+)/.exec(error.stack ?? '')?.[1];
  return [error.name, code, place && `at ${place}`].filter(Boolean).join(' ');
}
