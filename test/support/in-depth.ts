/** Set by scripts/test.mjs for `npm run test:deep`, and for runs of files that a pattern names. */
const isDeep = process.env.TEST_DEPTH === 'deep';
const leaveOut = Object.assign(() => undefined, { each: () => () => undefined });

/** A test that repeats a journey in another way, like those in test/deep. `npm test` leaves it out. */
export const inDepth = isDeep ? it : (leaveOut as unknown as typeof it);
