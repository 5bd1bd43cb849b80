import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { ActivityLog } from '../activity/activity-log.js';
import { emailKey } from '../common/validation/email.decorator.js';
import { type Member } from '../organizations/account.queries.js';
import { SecretBox } from '../platform/crypto/secret-box.js';
import { newLinkToken } from '../platform/crypto/tokens.js';
import { insertSession } from './dashboard-session.queries.js';
import { insertHalfOpen } from './half-open-sign-in.queries.js';
import { findKnownBrowser, rememberBrowser } from './known-browser.queries.js';

/** Where a person signs in from. */
export interface Visitor {
  address: string;
  userAgent: string;
  /** The secret by which the browser is recognized; null if it has none yet. */
  browser: string | null;
}

/** What a right password opens: a session, or a page that asks for the second step. */
export interface Entrance {
  opens: 'session' | 'step';
  /** The cookie's value. */
  token: string;
  /** The secret that the browser keeps to be recognized by. */
  browser?: string;
}

/** How someone has proved who they are. */
export type ProvedBy = 'password' | 'code' | 'passkey' | 'sign_on';

/** Opens sessions, and recognizes the browsers it opened them in. */
@Injectable()
export class Entrances {
  constructor(
    private readonly activity: ActivityLog,
    private readonly secretBox: SecretBox,
  ) {}

  /**
   * Opens a session for a member who has proved who they are, and records it.
   * @param identityId - the identity used, for single sign-on
   */
  async open(
    tx: EntityManager,
    { id: userId, organizationId }: Pick<Member, 'id' | 'organizationId'>,
    visitor: Visitor,
    by: ProvedBy,
    identityId: number | null = null,
  ): Promise<Entrance> {
    const { id, entrance } = await this.openFirst(tx, userId, visitor, identityId);
    const subject = { kind: 'session', id } as const;
    const { address } = visitor;
    const event = { organizationId, userId, address, type: 'signed_in', subject, data: { by } } as const;
    await this.activity.record(tx, event);
    return entrance;
  }

  /** Opens a session without recording it: the event that led to it, such as a used link, already is. */
  async openFirst(
    tx: EntityManager,
    userId: number,
    visitor: Visitor,
    identityId: number | null = null,
  ): Promise<{ id: number; entrance: Entrance }> {
    const token = newLinkToken();
    // An issuer vouches for its organization's member only, not for a browser of the account.
    const browser = identityId === null ? (visitor.browser ?? newLinkToken()) : undefined;
    const browserId = browser ? await rememberBrowser(tx, userId, this.hashesOf(browser)[0]!) : null;
    const { address, userAgent } = visitor;
    const id = await insertSession(tx, { userId, token, address, userAgent, identityId, browserId });
    return { id, entrance: { opens: 'session', token, ...(browser && { browser }) } };
  }

  /** Starts the second step. */
  async openHalf(tx: EntityManager, accountId: number): Promise<Entrance> {
    const token = newLinkToken();
    await insertHalfOpen(tx, accountId, token);
    return { opens: 'step', token };
  }

  /**
   * The browser's id, if the address has an account that has signed in with it. Takes equally long without an
   * account.
   */
  knownBrowser(manager: EntityManager, email: string, { browser }: Visitor): Promise<number | null> {
    return browser === null
      ? Promise.resolve(null)
      : findKnownBrowser(manager, emailKey(email), this.hashesOf(browser));
  }

  /**
   * Fingerprints with each key, the current one first. Keyed, so a copy of the database alone identifies no browser.
   */
  private hashesOf(browser: string): Buffer[] {
    return this.secretBox.fingerprints(browser, 'known browser');
  }
}
