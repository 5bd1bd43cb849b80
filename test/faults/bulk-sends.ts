import { count } from '../../bench/support/report.js';
import { killedBulkSend } from '../support/killed-bulk-send.js';
import { patience } from '../support/patience.js';
import { type Findings } from './findings.js';

const LONGEST_MS = 1_800_000;

/** Kills processes while rows are sent in bulk, and expects that none is lost and none is sent twice. */
export async function bulkSends(findings: Findings): Promise<void> {
  const rounds = count('rounds', 50, 4);
  const rows = count('rows', 10_000, 600);
  const counted = await killedBulkSend({ rounds, rows, longestMs: patience(LONGEST_MS) });
  findings.tried(`${rounds} kill -9 while ${rows} rows were sent`);
  const faults = counted
    .filter(({ expected, found }) => expected !== found)
    .map(({ what, expected, found }) => `${what}: ${found} in place of ${expected}`);
  findings.none(
    'every row made its request once, with everything that belongs to it',
    faults,
    counted.length,
  );
}
