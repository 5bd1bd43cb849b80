import { type Statement } from '../../platform/templates/statement.js';

/** What a sign-in attempt can get wrong. Each kind has its own limits: guessing passwords uses up no codes. */
export type Guessed = 'password' | 'code' | 'recovery';

/**
 * Whose limit applies: that of a browser the account has signed in with before, or else the account's, and the
 * network's.
 */
export type GuessLimit = 'browser' | 'account' | 'network';

/**
 * Failures within any 60 minutes after which even a right answer is refused. Codes have lower limits: at any time
 * three app codes in a million are right, and anyone asked for one knows the password.
 */
export const GUESS_LIMITS: Readonly<Record<Guessed, Readonly<Record<GuessLimit, number>>>> = {
  password: { browser: 20, account: 20, network: 60 },
  code: { browser: 10, account: 10, network: 60 },
  recovery: { browser: 20, account: 20, network: 60 },
};

/** An attempt refused because too many have failed. */
export class Refused {
  /** @param minutes - until one is free again */
  constructor(
    readonly by: GuessLimit,
    readonly minutes: number,
  ) {}

  /** The message shown. It is the same whether or not the address has an account. */
  get statement(): Statement {
    return { key: `dashboard.refused.${this.by}`, values: { count: this.minutes } };
  }
}
