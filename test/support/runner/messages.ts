import { type AssertionResult } from '@jest/test-result';

/** From the runner to a worker. */
export type Order = { run: SpecOrder } | { end: true };

export interface SpecOrder {
  /** The compiled spec file. */
  file: string;
  testTimeoutMs: number;
  /** How long a closed handle may take to disappear. */
  graceMs: number;
  /** Runs only the tests whose names match, like jest's option of that name. */
  testNamePattern?: string;
}

/** From a worker to the runner. */
export type Report =
  /** If the next report does not come within `limitMs`, the worker hangs in `doing`. */
  | { doing: string; limitMs: number }
  | { done: SpecOutcome }
  /** An error while no spec file was running. */
  | { stray: string };

export interface SpecOutcome {
  tests: AssertionResult[];
  /** Errors outside the tests: while loading, in afterAll, or handles left open at the end. */
  errors: string[];
  residentBytes: number;
  /** Processor time of the worker and of its children that have ended. */
  processorMs: number;
}
