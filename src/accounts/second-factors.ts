import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { type Actor } from '../activity/domain/activity-event.js';
import { notFound } from '../common/errors.js';
import { findUserByEmail } from '../organizations/account.queries.js';
import { Settings } from '../platform/config/settings.js';
import { SecretBox } from '../platform/crypto/secret-box.js';
import { databaseTime } from '../platform/database/database-time.js';
import { Transactions } from '../platform/database/transactions.js';
import { AccountNotices } from './account-notices.js';
import { AccountSessions } from './account-sessions.js';
import { type SignedIn } from './dashboard-session.queries.js';
import { type AccountChange } from './domain/account-change.js';
import { newRecoveryCode, RECOVERY_CODES, recoveryCodeKey } from './domain/recovery-code.js';
import { base32, TOTP_SECRET_BYTES, totpAddress, totpStepOf } from './domain/totp.js';
import {
  countRecoveryCodes,
  deleteAuthenticator,
  findAuthenticator,
  prepareAuthenticator,
  replaceRecoveryCodes,
  takeRecoveryCode,
  takeStep,
  turnOnAuthenticator,
} from './second-factor.queries.js';

/** An authenticator app that is being set up. */
export interface Setup {
  /** In base32, for manual entry. */
  secret: string;
  /** For the QR code. */
  address: string;
}

/** A session and the address of its current request. */
type Visit = SignedIn & { address: string };

/** Whose second step it is. */
type Person = Pick<SignedIn, 'accountId' | 'email'>;

/** The second step of signing in: codes of an authenticator app (RFC 6238), or recovery codes instead. */
@Injectable()
export class SecondFactors {
  constructor(
    private readonly dataSource: DataSource,
    private readonly transactions: Transactions,
    private readonly secretBox: SecretBox,
    private readonly settings: Settings,
    private readonly notices: AccountNotices,
    private readonly sessions: AccountSessions,
  ) {}

  async isOn(accountId: number, manager: EntityManager = this.dataSource.manager): Promise<boolean> {
    return (await findAuthenticator(manager, accountId))?.isOn ?? false;
  }

  recoveryCodesLeft(accountId: number): Promise<number> {
    return countRecoveryCodes(this.dataSource.manager, accountId);
  }

  /** Starts setting up an app, or continues. @returns null if it is already on */
  async setUp({ accountId, email }: Person): Promise<Setup | null> {
    const { manager } = this.dataSource;
    const sealed = this.secretBox.seal(randomBytes(TOTP_SECRET_BYTES), contextOf(accountId));
    await prepareAuthenticator(manager, accountId, sealed.toString('base64'));
    const authenticator = await findAuthenticator(manager, accountId);
    if (authenticator?.isOn !== false) return null;
    const secret = this.secretOf(accountId, authenticator.secretSealed);
    const issuer = new URL(this.settings.publicUrl).hostname;
    return { secret: base32(secret), address: totpAddress(secret, { issuer, account: email }) };
  }

  /** Ends the account's other sessions, which a password alone opened. @returns its recovery codes; null if the code is wrong */
  turnOn({ accountId, sessionId, address }: Visit, code: string): Promise<string[] | null> {
    return this.transactions.run(async (tx) => {
      if (!(await this.acceptsAppCode(tx, accountId, code))) return null;
      if (!(await turnOnAuthenticator(tx, accountId))) return null;
      await this.sessions.endAll(tx, accountId, sessionId);
      const codes = await this.makeRecoveryCodes(tx, accountId);
      await this.record(tx, accountId, address, 'second_step_on');
      return codes;
    });
  }

  /** Afterwards, sign-ins need only the password. */
  turnOff({ accountId, address }: Visit): Promise<void> {
    return this.transactions.run(async (tx) => {
      await deleteAuthenticator(tx, accountId);
      await this.record(tx, accountId, address, 'second_step_off');
    });
  }

  /**
   * Turns it off on behalf of a member who has lost everything.
   * @returns the member's id
   * @throws AppError 404
   */
  reset({ organizationId, address }: Actor, email: string): Promise<number> {
    return this.transactions.run(async (tx) => {
      const user = await findUserByEmail(tx, organizationId, email);
      if (!user) throw notFound('User');
      await deleteAuthenticator(tx, user.accountId);
      await this.notices.record(tx, user.accountId, ({ id }) => {
        return { type: 'second_step_off', userId: null, address, subject: { kind: 'user', id } };
      });
      return user.id;
    });
  }

  /** The previous codes stop working. @returns null if there is no second step */
  renewRecoveryCodes({ accountId, address }: Visit): Promise<string[] | null> {
    return this.transactions.run(async (tx) => {
      const authenticator = await findAuthenticator(tx, accountId);
      if (!authenticator?.isOn) return null;
      const codes = await this.makeRecoveryCodes(tx, accountId);
      await this.record(tx, accountId, address, 'recovery_codes_made');
      return codes;
    });
  }

  /**
   * Whether this is a code of the account's app or one of its recovery codes, which `tx` uses up. `Guesses` limits
   * attempts.
   */
  async accepts(tx: EntityManager, accountId: number, code: string): Promise<boolean> {
    const authenticator = await findAuthenticator(tx, accountId);
    if (!authenticator?.isOn) return false;
    const key = recoveryCodeKey(code);
    if (key === null) return this.acceptsAppCode(tx, accountId, code);
    return takeRecoveryCode(tx, accountId, this.secretBox.fingerprints(key, recoveryContextOf(accountId)));
  }

  private record(tx: EntityManager, accountId: number, address: string, type: AccountChange): Promise<void> {
    return this.notices.record(tx, accountId, ({ id }) => ({ type, userId: id, address }));
  }

  private async acceptsAppCode(tx: EntityManager, accountId: number, typed: string): Promise<boolean> {
    const authenticator = await findAuthenticator(tx, accountId);
    if (!authenticator) return false;
    const secret = this.secretOf(accountId, authenticator.secretSealed);
    const now = await databaseTime(tx);
    const step = totpStepOf(secret, typed.replace(/\s/g, ''), now.getTime());
    return step !== null && (await takeStep(tx, accountId, step));
  }

  private async makeRecoveryCodes(tx: EntityManager, accountId: number): Promise<string[]> {
    const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode);
    const hashes = codes.map(
      (code) => this.secretBox.fingerprints(recoveryCodeKey(code)!, recoveryContextOf(accountId))[0]!,
    );
    await replaceRecoveryCodes(tx, accountId, hashes);
    return codes;
  }

  private secretOf(accountId: number, sealed: string): Buffer {
    return this.secretBox.open(Buffer.from(sealed, 'base64'), contextOf(accountId));
  }
}

export const contextOf = (accountId: number) => `authenticator:${accountId}`;
const recoveryContextOf = (accountId: number) => `recovery-code:${accountId}`;
