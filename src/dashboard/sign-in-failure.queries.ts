import { type EntityManager } from 'typeorm';
import { networkOf } from '../common/http/network-of.js';
import { emailKey } from '../common/validation/email.decorator.js';
import { sha256 } from '../platform/crypto/tokens.js';

/** Failures within an hour beyond which a try waits. A whole office may share a network. */
const LIMITS = { network: 20, account: 5 } as const;
const SLOW_MS = 5_000;

/** The hour starts with the first failure. */
const COUNT = `
  insert into sign_in_failures as f (subject, count) values ($1, 1)
  on conflict (subject) do update set
    count = case when f.since > app_now() - interval '1 hour' then f.count + 1 else 1 end,
    since = case when f.since > app_now() - interval '1 hour' then f.since else app_now() end
  returning count`;

const LOOK = `
  select coalesce(max(count), 0) as count from sign_in_failures
  where subject = $1 and since > app_now() - interval '1 hour'`;

/** Somebody who tries to sign in. */
export interface Attempt {
  email: string;
  address: string;
}

/** How long this attempt has to wait, in milliseconds. Nobody is locked out: a guesser only gets slower. */
export async function signInDelay(manager: EntityManager, attempt: Attempt): Promise<number> {
  for (const [kind, subject] of subjectsOf(attempt)) {
    const [row] = await manager.query<{ count: number }[]>(LOOK, [subject]);
    if (row!.count >= LIMITS[kind]) return SLOW_MS;
  }
  return 0;
}

/** @returns how many failures of the account that makes within the hour */
export async function countSignInFailure(manager: EntityManager, attempt: Attempt): Promise<number> {
  const counts = { network: 0, account: 0 };
  for (const [kind, subject] of subjectsOf(attempt)) {
    const [row] = await manager.query<{ count: number }[]>(COUNT, [subject]);
    counts[kind] = row!.count;
  }
  return counts.account;
}

/** Deletes what no longer counts. */
export async function forgetSignInFailures(manager: EntityManager): Promise<void> {
  await manager.query("delete from sign_in_failures where since < app_now() - interval '2 hours'");
}

/** Stored as digests only. */
function subjectsOf({ email, address }: Attempt): [keyof typeof LIMITS, Buffer][] {
  return [
    ['network', sha256(`network:${networkOf(address)}`)],
    ['account', sha256(`account:${emailKey(email)}`)],
  ];
}
