import { type EntityManager } from 'typeorm';
import { clientNetwork } from '../common/http/client-network.js';
import { emailKey } from '../common/validation/email.decorator.js';
import { sha256 } from '../platform/crypto/tokens.js';
import { GUESS_LIMITS, type Guessed, type GuessLimit, Refused } from './domain/guess-limits.js';

/** Someone who signs in, or is asked for a proof again. */
export interface Guesser {
  email: string;
  address: string;
  /** The browser, if the account has signed in with it before. */
  browserId: number | null;
}

/** An attempt that has been counted. */
export interface Place {
  subjects: readonly Buffer[];
  at: Date;
  /** Attempts of this kind by the browser or account within the hour, including this one. */
  count: number;
}

const RECENT = "t > app_now() - interval '1 hour'";

/** The row lock gives concurrent attempts one place each, across all processes. */
const TAKE = `
  insert into sign_in_guesses as g (subject, times) values ($1, array[app_now()])
  on conflict (subject) do update
    set times = array(select t from unnest(g.times) t where ${RECENT} order by t) || app_now()::timestamptz(3)
    where (select count(*) from unnest(g.times) t where ${RECENT}) < $2
  returning cardinality(times) as count, times[cardinality(times)] as at`;

const MINUTES_LEFT = `
  select greatest(1, ceil(extract(epoch from min(t) + interval '1 hour' - app_now()) / 60))::integer as minutes
  from sign_in_guesses g, unnest(g.times) t where g.subject = $1 and ${RECENT}`;

/** Removes one of several places taken in the same millisecond. */
const LEAVE = `
  update sign_in_guesses
  set times = times[:array_position(times, $2::timestamptz(3)) - 1] || times[array_position(times, $2::timestamptz(3)) + 1:]
  where subject = $1 and $2::timestamptz(3) = any(times)`;

/**
 * Counts an attempt before it is checked, so concurrent guesses gain nothing over successive ones. Refused attempts
 * are not counted. Call it in its own transaction.
 * @param guessed - the kinds that must be right; a failure counts for each
 */
export async function takePlace(
  tx: EntityManager,
  guessed: readonly Guessed[],
  guesser: Guesser,
): Promise<Place | Refused> {
  const taken: { subject: Buffer; at: Date; count: number }[] = [];
  for (const { by, limit, subject } of guessed.flatMap((kind) => subjectsOf(kind, guesser))) {
    const [row] = await tx.query<{ count: number; at: Date }[]>(TAKE, [subject, limit]);
    if (!row) {
      for (const { subject: earlier, at } of taken) await tx.query(LEAVE, [earlier, at]);
      return new Refused(by, await minutesLeft(tx, subject));
    }
    taken.push({ subject, ...row });
  }
  const { at, count } = taken.at(-1)!;
  return { subjects: taken.map(({ subject }) => subject), at, count };
}

/** Removes an attempt that was right. */
export async function leavePlace(tx: EntityManager, { subjects, at }: Place): Promise<void> {
  for (const subject of subjects) await tx.query(LEAVE, [subject, at]);
}

/** Deletes expired entries. */
export async function forgetOldGuesses(manager: EntityManager): Promise<void> {
  await manager.query(
    `delete from sign_in_guesses g where not exists (select from unnest(g.times) t where ${RECENT})`,
  );
}

async function minutesLeft(tx: EntityManager, subject: Buffer): Promise<number> {
  const [row] = await tx.query<{ minutes: number }[]>(MINUTES_LEFT, [subject]);
  return row?.minutes ?? 1;
}

interface Subject {
  by: GuessLimit;
  limit: number;
  /** Only a digest. */
  subject: Buffer;
}

/** The subjects to count, in locking order: a network's always comes before an account's. */
function subjectsOf(guessed: Guessed, { email, address, browserId }: Guesser): Subject[] {
  const limits = GUESS_LIMITS[guessed];
  const counted = (by: GuessLimit, whom: string): Subject => {
    return { by, limit: limits[by], subject: sha256(`${guessed}:${by}:${whom}`) };
  };
  if (browserId !== null) return [counted('browser', String(browserId))];
  return [counted('network', clientNetwork(address)), counted('account', emailKey(email))];
}
