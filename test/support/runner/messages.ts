import { type AssertionResult } from '@jest/test-result';

/** What the runner tells a worker. */
export type Order = { run: SpecOrder } | { end: true };

export interface SpecOrder {
  /** The compiled spec file. */
  file: string;
  testTimeoutMs: number;
  /** How long what a file has closed may take to be gone. */
  graceMs: number;
  /** Of the tests to run, as `--testNamePattern` has it. */
  testNamePattern?: string;
}

/** What a worker tells the runner. */
export type Report =
  /** The next report comes within `limitMs`, or the worker hangs in `doing`. */
  | { doing: string; limitMs: number }
  | { done: SpecOutcome }
  /** Went wrong while no spec file was running. */
  | { stray: string };

export interface SpecOutcome {
  tests: AssertionResult[];
  /** Stacks of what went wrong outside every test: while loading, in afterAll, or left open at the end. */
  errors: string[];
  residentBytes: number;
  /** Of the worker and of those children of it that have ended. */
  processorMs: number;
}
