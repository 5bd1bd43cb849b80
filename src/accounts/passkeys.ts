import { timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { DataSource } from 'typeorm';
import { notFound } from '../common/errors.js';
import { isStorableText } from '../common/validation/clean-text.js';
import { findMemberships } from '../organizations/account.queries.js';
import { Transactions } from '../platform/database/transactions.js';
import { AccountNotices } from './account-notices.js';
import { confirmSession, type SignedIn } from './dashboard-session.queries.js';
import { type PasskeySite } from './domain/passkey-reach.js';
import { type Entrance, Entrances, type Visitor } from './entrances.js';
import {
  credentialIds,
  deletePasskey,
  findPasskey,
  insertChallenge,
  insertPasskey,
  type ListedPasskey,
  listPasskeys,
  type Passkey,
  passkeyHandle,
  recordPasskeyUse,
  takeChallenge,
} from './passkey.queries.js';
import { parseAnswer } from './passkey-answer.js';

const MAX_PASSKEYS = 20;
export const MAX_PASSKEY_NAME = 60;
const MAX_TRANSPORTS = 10;
/** How long the browser waits for the person. */
const TIMEOUT_MS = 120_000;

/** A session and the address of its current request. */
type Visit = SignedIn & { address: string };

/** The site of the page, and the secret of its browser or session. */
export interface Asked {
  site: PasskeySite;
  holder: string;
}

/**
 * Passkeys (Web Authentication): a device proves that it has a key, and that its owner has unlocked it. One passkey counts
 * as both steps of signing in. Each answer belongs to one challenge of one page and counts once.
 */
@Injectable()
export class Passkeys {
  constructor(
    private readonly dataSource: DataSource,
    private readonly transactions: Transactions,
    private readonly entrances: Entrances,
    private readonly notices: AccountNotices,
  ) {}

  /** Options for creating a passkey on a device. */
  async registrationOptions(
    { accountId, email }: SignedIn,
    { site, holder }: Asked,
  ): Promise<PublicKeyCredentialCreationOptionsJSON> {
    const { manager } = this.dataSource;
    const options = await generateRegistrationOptions({
      rpName: site.id,
      rpID: site.id,
      userName: email,
      userID: new Uint8Array(await passkeyHandle(manager, accountId)),
      timeout: TIMEOUT_MS,
      excludeCredentials: await credentialIds(manager, accountId),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    await insertChallenge(manager, { challenge: options.challenge, purpose: 'register', holder });
    return options;
  }

  /**
   * @param posted - the browser's answer
   * @param name - one that `isPasskeyName` accepts, or empty
   * @returns whether the passkey was registered
   */
  async register(
    { accountId, address }: Visit,
    { posted, name }: { posted: string; name: string },
    { site, holder }: Asked,
  ): Promise<boolean> {
    const { manager } = this.dataSource;
    const answer = parseAnswer<RegistrationResponseJSON>(posted);
    if (!answer || !(await takeChallenge(manager, { ...answer, purpose: 'register', holder }))) return false;
    const { registrationInfo } = await verifyRegistrationResponse({
      response: answer.response,
      expectedChallenge: answer.challenge,
      expectedOrigin: site.origin,
      expectedRPID: site.id,
      requireUserVerification: true,
    }).catch(() => ({ registrationInfo: undefined }));
    if (!registrationInfo || (await listPasskeys(manager, accountId)).length >= MAX_PASSKEYS) return false;
    const { id, publicKey, counter } = registrationInfo.credential;
    const passkey = {
      accountId,
      credentialId: Buffer.from(id, 'base64url'),
      publicKey: Buffer.from(publicKey),
      counter,
      transports: transportsOf(answer.response),
      name: name.trim() || 'Passkey',
    };
    return this.transactions.run(async (tx) => {
      if (!(await insertPasskey(tx, passkey))) return false;
      const type = 'passkey_added';
      await this.notices.record(tx, accountId, (member) => ({ type, userId: member.id, address }));
      return true;
    });
  }

  list(accountId: number): Promise<ListedPasskey[]> {
    return listPasskeys(this.dataSource.manager, accountId);
  }

  /** @throws AppError 404 if the account has no such passkey */
  remove({ accountId, address }: Visit, id: number): Promise<void> {
    return this.transactions.run(async (tx) => {
      if (!(await deletePasskey(tx, accountId, id))) throw notFound('Passkey');
      const type = 'passkey_removed';
      await this.notices.record(tx, accountId, (member) => ({ type, userId: member.id, address }));
    });
  }

  /** A challenge for any passkey that the person has for this site. */
  async createChallenge(
    purpose: 'sign-in' | 'confirm',
    { site, holder }: Asked,
  ): Promise<PublicKeyCredentialRequestOptionsJSON> {
    const options = await generateAuthenticationOptions({
      rpID: site.id,
      timeout: TIMEOUT_MS,
      userVerification: 'required',
    });
    await insertChallenge(this.dataSource.manager, { challenge: options.challenge, purpose, holder });
    return options;
  }

  /** Opens a session. @returns null if the answer is wrong, or the account has no organization left */
  async enter(posted: string, asked: Asked, visitor: Visitor): Promise<Entrance | null> {
    const passkey = await this.check('sign-in', posted, asked);
    if (!passkey) return null;
    return this.transactions.run(async (tx) => {
      const [first] = await findMemberships(tx, passkey.accountId);
      if (!first || !(await recordPasskeyUse(tx, passkey.id, passkey.counter))) return null;
      return this.entrances.open(tx, first, visitor, 'passkey');
    });
  }

  /** Confirms a sensitive step. @returns whether the answer is right and from the person signed in */
  async confirm({ accountId, sessionId }: SignedIn, posted: string, asked: Asked): Promise<boolean> {
    const passkey = await this.check('confirm', posted, asked);
    if (passkey?.accountId !== accountId) return false;
    return this.transactions.run(async (tx) => {
      if (!(await recordPasskeyUse(tx, passkey.id, passkey.counter))) return false;
      await confirmSession(tx, sessionId);
      return true;
    });
  }

  /** @returns the passkey with its new counter; null unless everything about the answer is right */
  private async check(
    purpose: 'sign-in' | 'confirm',
    posted: string,
    { site, holder }: Asked,
  ): Promise<Passkey | null> {
    const { manager } = this.dataSource;
    const answer = parseAnswer<AuthenticationResponseJSON>(posted);
    if (!answer || !(await takeChallenge(manager, { ...answer, purpose, holder }))) return null;
    const { response, challenge } = answer;
    const passkey = await findPasskey(manager, Buffer.from(response.id, 'base64url'));
    if (!passkey || !isHandle(response, passkey.handle)) return null;
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: site.origin,
      expectedRPID: site.id,
      requireUserVerification: true,
      credential: {
        id: response.id,
        publicKey: new Uint8Array(passkey.publicKey),
        counter: passkey.counter,
      },
    }).catch(() => ({ verified: false, authenticationInfo: undefined }));
    return verified && authenticationInfo ? { ...passkey, counter: authenticationInfo.newCounter } : null;
  }
}

/** Whether the passkey names the account that it belongs to. */
function isHandle({ response }: AuthenticationResponseJSON, handle: Buffer): boolean {
  const given = Buffer.from(String(response.userHandle ?? ''), 'base64url');
  return given.length === handle.length && timingSafeEqual(given, handle);
}

function transportsOf({ response }: RegistrationResponseJSON): string[] {
  const given: unknown[] = Array.isArray(response.transports) ? response.transports : [];
  return given
    .filter((one): one is string => typeof one === 'string' && /^[a-z-]{1,20}$/.test(one))
    .slice(0, MAX_TRANSPORTS);
}

/** Whether this is a valid name for a passkey; empty for none. */
export const isPasskeyName = (name: string) => name.trim().length <= MAX_PASSKEY_NAME && isStorableText(name);
