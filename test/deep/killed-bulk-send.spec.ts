import { createTestDatabase } from '../support/database.js';
import { killedBulkSend } from '../support/killed-bulk-send.js';

/** `npm run test:faults -- --part bulk` is the full measure: 50 rounds over 10,000 rows. */
const ROUNDS = 4;
const ROWS = 600;
const LONGEST_MS = 360_000;

it(
  'makes every request of a bulk send once, with everything that belongs to it, however often processes are killed',
  async () => {
    const counted = await killedBulkSend({
      database: await createTestDatabase(),
      ...{ rounds: ROUNDS, rows: ROWS, longestMs: LONGEST_MS },
    });
    expect(counted.map(({ what, found }) => ({ what, found }))).toEqual(
      counted.map(({ what, expected }) => ({ what, found: expected })),
    );
    expect(counted.length).toBeGreaterThan(10);
  },
  LONGEST_MS,
);
