import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { ActivityLog } from '../activity/activity-log.js';
import { notFound, tooManyRequests } from '../common/errors.js';
import { emailKey, isAcceptedEmail } from '../common/validation/email.decorator.js';
import { findAccount, findUserByEmail } from '../organizations/account.queries.js';
import { AccountChanges } from '../organizations/account-changes.js';
import { lockOrganization } from '../organizations/organization.queries.js';
import { type UserRole } from '../organizations/user.entity.js';
import { UsersService } from '../organizations/users.service.js';
import { SecretBox } from '../platform/crypto/secret-box.js';
import { isLinkToken, newLinkToken, sha256 } from '../platform/crypto/tokens.js';
import { Transactions } from '../platform/database/transactions.js';
import { countOneMore } from '../platform/limits/hourly-count.queries.js';
import { MailQueue } from '../platform/mail/mail-queue.js';
import { INVITATION_MAIL } from './account-mail.kinds.js';
import { type SignedIn, switchSession } from './dashboard-session.queries.js';
import { actorOf } from './domain/actor-of.js';
import { type Entrance, Entrances, type Visitor } from './entrances.js';
import { Guesses } from './guesses.js';
import {
  closeInvitation,
  findInvitation,
  insertInvitation,
  type Invitation,
  type InvitationMailIds,
  invitedAddress,
  type ListedInvitation,
  listInvitations,
  recordAcceptance,
  renewInvitation,
  withdrawInvitation,
} from './invitation.queries.js';
import { invitationContext } from './invitation-context.js';
import { ReviewerNotices } from './reviewer-notices.js';
import { findSignOn, type SignOn } from './sign-on.queries.js';

/** Why nobody was invited. */
export type InvitationRefusal = 'invalid' | 'member' | 'invited' | 'too_many' | 'too_often';

const MAX_WAITING = 100;
/** Mails per hour, so no mailbox is flooded in an organization's name. */
const MAILS = { organization: 50, address: 5 } as const;

/** The person who invites, and their organization. */
type Inviter = Pick<SignedIn, 'id' | 'organizationId'> & { address: string };

/** An invitation whose link works. */
export interface OpenInvitation {
  invitation: Invitation;
  /** Whether the invited address has an account, which must be signed in to accept. */
  hasAccount: boolean;
  /** The inviting organization's single sign-on. */
  signOn: SignOn | null;
}

/** Invites people to organizations. The link goes only to the person, by mail. */
@Injectable()
export class Invitations {
  constructor(
    private readonly dataSource: DataSource,
    private readonly transactions: Transactions,
    private readonly users: UsersService,
    private readonly guesses: Guesses,
    private readonly entrances: Entrances,
    private readonly secretBox: SecretBox,
    private readonly mails: MailQueue,
    private readonly reviewers: ReviewerNotices,
    private readonly activity: ActivityLog,
    private readonly changes: AccountChanges,
  ) {}

  /**
   * The result does not reveal whether the person has an account. @returns why the invitation was refused, or null
   */
  invite(
    inviter: Inviter,
    { email, role, isReviewer }: { email: string; role: UserRole; isReviewer: boolean },
  ): Promise<InvitationRefusal | null> {
    const { id: invitedByUserId, organizationId } = inviter;
    return this.transactions.run(async (tx) => {
      await lockOrganization(tx, organizationId);
      const refusal = await this.refusalOf(tx, organizationId, email);
      if (refusal) return refusal;
      const key = emailKey(email);
      if (!(await this.countMail(tx, organizationId, key))) return 'too_often';
      const invitation = { organizationId, invitedByUserId, email, emailKey: key, role, isReviewer };
      const invitationId = await insertInvitation(tx, { ...invitation, ...this.newToken() });
      await this.send(tx, organizationId, { invitationId, mailing: 1 });
      await this.record(tx, inviter, 'invitation_sent', {
        invitationId,
        role,
        ...(isReviewer && { isReviewer }),
      });
      return null;
    });
  }

  /** Mails a new link; the previous one stops working. @throws AppError 404, or 429 for too many mails */
  resend(inviter: Inviter, id: number): Promise<void> {
    const { id: invitedByUserId, organizationId } = inviter;
    return this.transactions.run(async (tx) => {
      const key = await invitedAddress(tx, organizationId, id);
      if (key === null) throw notFound('Invitation');
      if (!(await this.countMail(tx, organizationId, key))) throw tooManyRequests();
      const renewed = { id, organizationId, invitedByUserId, ...this.newToken() };
      const mailing = await renewInvitation(tx, renewed);
      if (mailing === null) throw notFound('Invitation');
      await this.send(tx, organizationId, { invitationId: id, mailing });
      await this.record(tx, inviter, 'invitation_sent', { invitationId: id });
    });
  }

  /** @throws AppError 404 */
  withdraw(inviter: Inviter, id: number): Promise<void> {
    return this.transactions.run(async (tx) => {
      if (!(await withdrawInvitation(tx, inviter.organizationId, id))) throw notFound('Invitation');
      await this.record(tx, inviter, 'invitation_withdrawn', { invitationId: id });
    });
  }

  /** Open invitations, oldest first. */
  list(organizationId: number): Promise<ListedInvitation[]> {
    return listInvitations(this.dataSource.manager, organizationId);
  }

  /** Null for a link that is unknown, used, withdrawn or expired. */
  async open(token: string): Promise<OpenInvitation | null> {
    const { manager } = this.dataSource;
    const invitation = isLinkToken(token) ? await findInvitation(manager, sha256(token)) : null;
    if (!invitation) return null;
    return {
      invitation,
      hasAccount: (await findAccount(manager, invitation.email)) !== null,
      signOn: await findSignOn(manager, invitation.organizationId),
    };
  }

  /**
   * Joins as a signed-in person, and switches to the new organization.
   * @returns false if the link is not this person's or does not work, or the session came by single sign-on
   */
  accept(token: string, session: SignedIn & { address: string }): Promise<boolean> {
    return this.transactions.run(async (tx) => {
      if (session.signOn !== null) return false;
      const invitation = await this.use(tx, sha256(token), isFor(session.email));
      if (!invitation) return false;
      this.changes.mark(tx, session.accountId);
      await this.join(tx, invitation, session.accountId, session.address, () =>
        switchSession(tx, session, invitation.organizationId),
      );
      return true;
    });
  }

  /**
   * Joins with a new account.
   * @returns its session; null for a link that does not work
   * @throws AppError 404 if the address has an account by now, 429 or 503 while too many passwords are checked
   */
  async acceptAsNew(
    token: string,
    { email, password }: { email: string; password: string },
    visitor: Visitor,
  ): Promise<Entrance | null> {
    const { address } = visitor;
    const passwordHash = await this.guesses.hash(password, { address, browserId: null });
    return this.transactions.run(async (tx) => {
      const invitation = await this.use(tx, sha256(token), isFor(email));
      return invitation && this.joinAsNew(tx, invitation, passwordHash, visitor);
    });
  }

  /**
   * Joins with a new account without a password, through the inviting organization's single sign-on.
   * @param connect - connects the identity with the new member, and returns its id
   * @returns and throws as `acceptAsNew`
   */
  acceptBySignOn(
    { invitationHash, organizationId }: { invitationHash: Buffer; organizationId: number },
    visitor: Visitor,
    connect: (tx: EntityManager, userId: number) => Promise<number>,
  ): Promise<Entrance | null> {
    return this.transactions.run(async (tx) => {
      const isOfOrganization = (found: Invitation) => found.organizationId === organizationId;
      const invitation = await this.use(tx, invitationHash, isOfOrganization);
      return invitation && this.joinAsNew(tx, invitation, null, visitor, (userId) => connect(tx, userId));
    });
  }

  private async refusalOf(
    tx: EntityManager,
    organizationId: number,
    email: string,
  ): Promise<InvitationRefusal | null> {
    if (!isAcceptedEmail(email)) return 'invalid';
    if (await findUserByEmail(tx, organizationId, email)) return 'member';
    const waiting = await listInvitations(tx, organizationId);
    if (waiting.some((invitation) => emailKey(invitation.email) === emailKey(email))) return 'invited';
    return waiting.length >= MAX_WAITING ? 'too_many' : null;
  }

  /** Counts one more mail, and returns whether it is within the hourly limits. */
  private async countMail(tx: EntityManager, organizationId: number, key: string): Promise<boolean> {
    const byOrganization = await countOneMore(tx, `invitations of organization:${organizationId}`);
    const toAddress = await countOneMore(tx, `invitations to:${key}`);
    return byOrganization <= MAILS.organization && toAddress <= MAILS.address;
  }

  private newToken(): { tokenHash: Buffer; tokenSealed: string } {
    const token = newLinkToken();
    const tokenHash = sha256(token);
    return { tokenHash, tokenSealed: this.secretBox.sealText(token, invitationContext(tokenHash)) };
  }

  private send(tx: EntityManager, organizationId: number, ids: InvitationMailIds): Promise<void> {
    return this.mails.enqueue(tx, { kind: INVITATION_MAIL, organizationId, ids });
  }

  /** Locks the organization first, as `invite` does, so the two cannot deadlock. */
  private async use(
    tx: EntityManager,
    tokenHash: Buffer,
    fits: (invitation: Invitation) => boolean,
  ): Promise<Invitation | null> {
    const found = await findInvitation(tx, tokenHash);
    if (!found || !fits(found)) return null;
    await lockOrganization(tx, found.organizationId);
    const id = await closeInvitation(tx, tokenHash);
    return id === null ? null : found;
  }

  /** @param identify - the identity that the session comes by, if any */
  private async joinAsNew(
    tx: EntityManager,
    invitation: Invitation,
    passwordHash: string | null,
    visitor: Visitor,
    identify: (userId: number) => Promise<number | null> = () => Promise.resolve(null),
  ): Promise<Entrance> {
    const accountId = await this.users.createAccount(tx, invitation.email, passwordHash);
    if (accountId === null) throw notFound('Invitation');
    return this.join(tx, invitation, accountId, visitor.address, async (userId) => {
      const { entrance } = await this.entrances.openFirst(tx, userId, visitor, await identify(userId));
      return entrance;
    });
  }

  /** @param enter - lets the new member in, before the event is recorded */
  private async join<Opened>(
    tx: EntityManager,
    { id, organizationId, role, isReviewer, invitedByUserId }: Invitation,
    accountId: number,
    address: string,
    enter: (userId: number) => Promise<Opened>,
  ): Promise<Opened> {
    const userId = await this.users.join(tx, { organizationId, accountId, role, isReviewer });
    await recordAcceptance(tx, id, userId);
    const opened = await enter(userId);
    const data = { invitationId: id, role };
    await this.record(tx, { id: userId, organizationId, address }, 'invitation_accepted', data);
    await this.reviewers.recordAccepted(tx, { organizationId, userId, invitedByUserId });
    return opened;
  }

  private record(
    tx: EntityManager,
    actor: Inviter,
    type: 'invitation_sent' | 'invitation_withdrawn' | 'invitation_accepted',
    data: Record<string, unknown>,
  ): Promise<void> {
    return this.activity.record(tx, { ...actorOf(actor), type, data });
  }
}

const isFor = (email: string) => (invitation: Invitation) => emailKey(invitation.email) === emailKey(email);
