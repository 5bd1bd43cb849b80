import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { statusWritesIn } from '../../test/support/status-writes.js';
import { PROJECT_ROOT } from '../platform/config/paths.js';

/** `status` is derived from `state` by the database. */
const STATE = { entities: ['IdentityVerification'], tables: ['identity_verifications'], column: 'state' };

const sources = ['src', 'scripts'].flatMap((folder) =>
  readdirSync(join(PROJECT_ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.m?ts$|\.mjs$/.test(name) && !name.endsWith('.spec.ts'))
    .map((name) => `${folder}/${name}`),
);

describe('state of verifications', () => {
  it('writes the state in the lifecycle and in no other file', () => {
    const writers = sources.filter(
      (path) => statusWritesIn(readFileSync(join(PROJECT_ROOT, path), 'utf8'), STATE).length > 0,
    );
    expect(writers).toEqual(['src/identity-verifications/verification-lifecycle.ts']);
  });

  it.each([
    "tx.update(IdentityVerification, { id }, { state: 'failed' })",
    'tx.update(IdentityVerification, { id }, changes)',
    "tx.insert(IdentityVerification, { email, state: 'completed' })",
    'tx.query("update identity_verifications set state = $1 where id = $2")',
  ])('detects a write of the state by %s', (source) => {
    expect(statusWritesIn(source, STATE)).not.toEqual([]);
  });
});
