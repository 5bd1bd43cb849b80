import { type Statement } from '../../platform/templates/statement.js';

/** What somebody who signs in can get wrong. Each kind has limits of its own: who guesses passwords uses up no codes. */
export type Guessed = 'password' | 'code' | 'recovery';

/** Whose limit: a browser in which the account has signed in before, or else the account's, and the network's. */
export type GuessLimit = 'browser' | 'account' | 'network';

/**
 * Failures within any 60 minutes after which not even what is right is accepted. Three codes of an app in a million are
 * right at any time, and whoever is asked for one knows the password, so there are fewer.
 */
export const GUESS_LIMITS: Readonly<Record<Guessed, Readonly<Record<GuessLimit, number>>>> = {
  password: { browser: 20, account: 20, network: 60 },
  code: { browser: 10, account: 10, network: 60 },
  recovery: { browser: 20, account: 20, network: 60 },
};

/** An attempt that was not made, because too many have failed. */
export class Refused {
  /** @param minutes - until one is free again */
  constructor(
    readonly by: GuessLimit,
    readonly minutes: number,
  ) {}

  /** What is said about it. It is the same whether or not the address has an account. */
  get statement(): Statement {
    return { key: `dashboard.refused.${this.by}`, values: { count: this.minutes } };
  }
}
