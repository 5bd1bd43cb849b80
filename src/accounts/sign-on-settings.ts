import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { ActivityLog } from '../activity/activity-log.js';
import { notFound } from '../common/errors.js';
import { AccountChanges } from '../organizations/account-changes.js';
import { lockOrganization } from '../organizations/organization.queries.js';
import { SecretBox } from '../platform/crypto/secret-box.js';
import { Transactions } from '../platform/database/transactions.js';
import { type SignedIn } from './dashboard-session.queries.js';
import { actorOf } from './domain/actor-of.js';
import { descriptionUrl } from './domain/issuer-address.js';
import { newSignOnCode } from './domain/sign-on-code.js';
import { type EnteredSignOn } from './domain/sign-on-fields.policy.js';
import { IssuerClient } from './issuer-client.js';
import { deleteSignOn, endSignOnSessions, findSignOn, saveSignOn, type SignOn } from './sign-on.queries.js';
import { deleteIdentities } from './sign-on-identity.queries.js';
import { secretContext } from './sign-on-secret-context.js';

/** A session and the address of its current request. */
type Visit = SignedIn & { address: string };

/** Reads, sets, changes and removes the issuer of an organization. */
@Injectable()
export class SignOnSettings {
  constructor(
    private readonly dataSource: DataSource,
    private readonly transactions: Transactions,
    private readonly issuers: IssuerClient,
    private readonly secretBox: SecretBox,
    private readonly activity: ActivityLog,
    private readonly changes: AccountChanges,
  ) {}

  /** Null if the organization has none. */
  find(organizationId: number): Promise<SignOn | null> {
    return findSignOn(this.dataSource.manager, organizationId);
  }

  /**
   * Saves an issuer if it can be reached, and ends all sessions that came by single sign-on. A new issuer starts
   * without identities.
   * @param entered - an empty secret keeps the current one, if issuer and client stay the same
   * @returns false if a secret is missing
   * @throws IssuerError
   */
  async save(visit: Visit, entered: EnteredSignOn): Promise<boolean> {
    const { organizationId } = visit;
    const address = await this.issuers.check(organizationId, {
      issuer: entered.issuer,
      description: entered.description === '' ? null : entered.description,
    });
    return this.transactions.run(async (tx) => {
      await lockOrganization(tx, organizationId);
      const saved = await findSignOn(tx, organizationId);
      // A description names where secrets go and who signs tokens, so a different description means a different
      // issuer.
      const isSameIssuer =
        saved?.issuer === address.issuer && descriptionUrl(saved) === descriptionUrl(address);
      // Otherwise an admin who does not know the secret could have it sent to an issuer of their own.
      const kept = isSameIssuer && saved.clientId === entered.clientId ? saved.clientSecretSealed : null;
      const clientSecretSealed = entered.clientSecret === '' ? kept : this.seal(organizationId, entered);
      if (clientSecretSealed === null) return false;
      await this.endSessions(tx, organizationId);
      if (!isSameIssuer) await deleteIdentities(tx, organizationId);
      const { label, clientId } = entered;
      const code = saved?.code ?? newSignOnCode();
      await saveSignOn(tx, { organizationId, code, label, ...address, clientId, clientSecretSealed });
      const data = { host: new URL(address.issuer).host };
      await this.activity.record(tx, { ...actorOf(visit), type: 'sign_on_saved', data });
      return true;
    });
  }

  /** Ends all sessions that came by it. @throws AppError 404 if there is none */
  remove(visit: Visit): Promise<void> {
    return this.transactions.run(async (tx) => {
      await this.endSessions(tx, visit.organizationId);
      if (!(await deleteSignOn(tx, visit.organizationId))) throw notFound('Sign-on');
      await this.activity.record(tx, { ...actorOf(visit), type: 'sign_on_removed' });
    });
  }

  private async endSessions(tx: EntityManager, organizationId: number): Promise<void> {
    for (const accountId of await endSignOnSessions(tx, organizationId)) this.changes.mark(tx, accountId);
  }

  private seal(organizationId: number, { clientSecret }: EnteredSignOn): string {
    return this.secretBox.sealText(clientSecret, secretContext(organizationId));
  }
}
