/** Whether PostgreSQL ended a statement because it did not get a lock within its `lock_timeout` (55P03). */
export const isLockTimeout = (error: unknown): boolean =>
  error instanceof Error && (error as NodeJS.ErrnoException).code === '55P03';
