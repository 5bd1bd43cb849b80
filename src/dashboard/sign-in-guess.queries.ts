import { type EntityManager } from 'typeorm';
import { clientNetwork } from '../common/http/client-network.js';
import { emailKey } from '../common/validation/email.decorator.js';
import { sha256 } from '../platform/crypto/tokens.js';
import { type Guessed, GUESS_LIMITS, type GuessLimit, Refused } from './domain/guess-limits.js';

/** Someone who tries to sign in, or is asked again. */
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
  /** How many of the same kind that makes within the hour, of the browser or of the account. */
  count: number;
}

const RECENT = "t > app_now() - interval '1 hour'";

/** The row's lock makes attempts at once take one place each, in all processes. */
const TAKE = `
  insert into sign_in_guesses as g (subject, times) values ($1, array[app_now()])
  on conflict (subject) do update
    set times = array(select t from unnest(g.times) t where ${RECENT} order by t) || app_now()::timestamptz(3)
    where (select count(*) from unnest(g.times) t where ${RECENT}) < $2
  returning cardinality(times) as count, times[cardinality(times)] as at`;

const MINUTES_LEFT = `
  select greatest(1, ceil(extract(epoch from min(t) + interval '1 hour' - app_now()) / 60))::integer as minutes
  from sign_in_guesses g, unnest(g.times) t where g.subject = $1 and ${RECENT}`;

/** Of several places taken in the same millisecond, one. */
const LEAVE = `
  update sign_in_guesses
  set times = times[:array_position(times, $2::timestamptz(3)) - 1] || times[array_position(times, $2::timestamptz(3)) + 1:]
  where subject = $1 and $2::timestamptz(3) = any(times)`;

/**
 * Counts an attempt before it is known whether it is right, so that guesses at once are no more than guesses in a row. What
 * is refused is not counted. Call it in a transaction of its own.
 * @param guessed - what must be right; a failure counts for each
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

/** Takes an attempt back that was right. */
export async function leavePlace(tx: EntityManager, { subjects, at }: Place): Promise<void> {
  for (const subject of subjects) await tx.query(LEAVE, [subject, at]);
}

/** Deletes what no longer counts. */
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
  /** A digest only. */
  subject: Buffer;
}

/** What is counted, in the order of locking: all take a network's before an account's. */
function subjectsOf(guessed: Guessed, { email, address, browserId }: Guesser): Subject[] {
  const limits = GUESS_LIMITS[guessed];
  const counted = (by: GuessLimit, whom: string): Subject => {
    return { by, limit: limits[by], subject: sha256(`${guessed}:${by}:${whom}`) };
  };
  if (browserId !== null) return [counted('browser', String(browserId))];
  return [counted('network', clientNetwork(address)), counted('account', emailKey(email))];
}
