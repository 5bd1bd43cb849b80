import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { type PersonKey } from '../common/person-key.js';
import { type ZipEntry } from '../common/zip-stream.js';
import { findAccount, findUsers } from '../organizations/account.queries.js';
import { databaseTime } from '../platform/database/database-time.js';
import { MailTransport } from '../platform/mail/mail-transport.port.js';
import { INVITATION_MAIL } from './account-mail.kinds.js';
import { deleteInvitationsTo, findInvitationsTo, findSessionsOf } from './member-record.queries.js';
import { listPasskeys } from './passkey.queries.js';
import { findAuthenticator } from './second-factor.queries.js';
import { listSignOns } from './sign-on-identity.queries.js';

/** The data kept about people as members or invitees of an organization, without passwords, secrets and tokens. */
@Injectable()
export class MemberRecords {
  constructor(
    private readonly dataSource: DataSource,
    private readonly mails: MailTransport,
  ) {}

  /** The records as files of an archive. @param userIds - the person's, as a current or former member */
  async *entries(person: PersonKey, userIds: readonly number[]): AsyncGenerator<ZipEntry> {
    const { manager } = this.dataSource;
    const changedAt = await databaseTime(manager);
    const invitations = await findInvitationsTo(manager, person);
    if (invitations.length > 0)
      yield { name: 'member/invitations.json', bytes: json(invitations), changedAt };
    const account = userIds.length > 0 ? await this.account(manager, person, userIds) : null;
    if (account) yield { name: 'member/account.json', bytes: json(account), changedAt };
  }

  /** Ids of the invitations sent to the person. */
  async invitations(manager: EntityManager, person: PersonKey): Promise<number[]> {
    return (await findInvitationsTo(manager, person)).map(({ id }) => id);
  }

  /** Erases the mails first, so a second call can finish what a crash interrupted. */
  async eraseInvitations(person: PersonKey): Promise<void> {
    const { manager } = this.dataSource;
    const invitations = new Set<unknown>(await this.invitations(manager, person));
    await this.mails.erase(
      person.organizationId,
      ({ kind, ids }) => kind === INVITATION_MAIL && invitations.has(ids.invitationId),
    );
    await deleteInvitationsTo(manager, person);
  }

  /** The account, with what concerns this organization or all of its organizations. */
  private async account(
    manager: EntityManager,
    { organizationId, email }: PersonKey,
    userIds: readonly number[],
  ): Promise<object | null> {
    const account = await findAccount(manager, email);
    if (!account) return null;
    const { id, createdAt, passwordHash } = account;
    const users = await findUsers(manager, organizationId, userIds);
    const signOns = await listSignOns(manager, id);
    return {
      email: account.email,
      createdAt,
      hasPassword: passwordHash !== null,
      hasSecondStep: (await findAuthenticator(manager, id))?.isOn ?? false,
      passkeys: await listPasskeys(manager, id),
      signOns: signOns.filter((signOn) => signOn.organizationId === organizationId && signOn.isConnected),
      memberships: users.map((user) => ({
        id: user.id,
        role: user.role,
        createdAt: user.createdAt,
        removedAt: user.removedAt,
      })),
      sessions: await findSessionsOf(manager, userIds),
    };
  }
}

const json = (value: unknown) => Buffer.from(`${JSON.stringify(value, null, 2)}\n`);
