import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { clientNetwork } from '../common/http/client-network.js';
import { isEmailAddress } from '../common/validation/email.decorator.js';
import { type Account } from '../organizations/account.entity.js';
import { findAccount } from '../organizations/account.queries.js';
import { hashPassword, isPassword } from '../organizations/password.js';
import { TaskSlots } from '../platform/child-process/task-slots.js';
import { Transactions } from '../platform/database/transactions.js';
import { type SignedIn } from './dashboard-session.queries.js';
import { type Guessed, Refused } from './domain/guess-limits.js';
import { FailedSignIns } from './failed-sign-ins.js';
import { type Guesser, leavePlace, type Place, takePlace } from './sign-in-guess.queries.js';

/** An attempt by someone signing in, or signed in and asked again. */
export interface Guess extends Guesser {
  session: SignedIn | null;
}

/**
 * Each password check takes 64 MiB and a processor for 150 ms. Unknown browsers share four of the places, with at
 * most two per network, so guessing never delays a known browser.
 */
const CHECKS = { slots: 6, reserved: 2, perTenant: 4, waiting: { total: 256, perTenant: 64 } };

/** Lets people try passwords and codes a limited number of times. */
@Injectable()
export class Guesses {
  private readonly checks = new TaskSlots(CHECKS);

  constructor(
    private readonly dataSource: DataSource,
    private readonly transactions: Transactions,
    private readonly failures: FailedSignIns,
  ) {}

  /**
   * Runs an attempt if the limits allow one more failure. It counts as a failure until it succeeds.
   * @param attempt - resolves to null if it failed
   * @param accountId - null if the address has no account
   */
  async run<Result extends object | string | true>(
    guessed: readonly Guessed[],
    guess: Guess,
    attempt: () => Promise<{ result: Result | null; accountId: number | null }>,
  ): Promise<Result | null | Refused> {
    const place = await this.transactions.run((tx) => takePlace(tx, guessed, guess));
    if (place instanceof Refused) return place;
    try {
      const { result, accountId } = await attempt();
      if (result !== null) await this.leave(place);
      else if (accountId !== null) this.failures.note({ ...guess, accountId, failures: place.count });
      return result;
    } catch (error) {
      // The attempt revealed nothing.
      await this.leave(place);
      throw error;
    }
  }

  /**
   * Runs `work` for the account if the password is right.
   * @returns the result of `work`; null also for a wrong password or an address without an account
   * @throws AppError 429 or 503 while too many passwords wait to be checked
   */
  withPassword<Result extends object | string | true>(
    guess: Guess,
    password: string,
    work: (account: Account) => Promise<Result | null>,
    also: readonly Guessed[] = [],
  ): Promise<Result | null | Refused> {
    return this.run(['password', ...also], guess, async () => {
      const { manager } = this.dataSource;
      const account = isEmailAddress(guess.email) ? await findAccount(manager, guess.email) : null;
      const isRight = await this.checked(guess, () => isPassword(password, account?.passwordHash ?? null));
      const result = account && isRight ? await work(account) : null;
      return { result, accountId: account?.id ?? null };
    });
  }

  /** The hash of a new password. @throws as `withPassword` */
  hash(password: string, from: Pick<Guesser, 'address' | 'browserId'>): Promise<string> {
    return this.checked(from, () => hashPassword(password));
  }

  private checked<Result>(
    { address, browserId }: Pick<Guesser, 'address' | 'browserId'>,
    check: () => Promise<Result>,
  ): Promise<Result> {
    const isKnown = browserId !== null;
    const tenant = isKnown ? `browser:${browserId}` : clientNetwork(address);
    return this.checks.run(check, { tenant }, { isReserved: isKnown, isUrgent: isKnown });
  }

  private leave(place: Place): Promise<void> {
    return this.transactions.run((tx) => leavePlace(tx, place));
  }
}
