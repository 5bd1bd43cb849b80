import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { AppError, notFound } from '../common/errors.js';
import { findUserOf } from '../organizations/account.queries.js';
import { isLinkToken, newLinkToken } from '../platform/crypto/tokens.js';
import { Transactions } from '../platform/database/transactions.js';
import { type SignedIn } from './dashboard-session.queries.js';
import { isSignOnCode } from './domain/sign-on-code.js';
import { type SignOnProblem } from './domain/sign-on-problem.js';
import { signOnSecrets } from './domain/sign-on-secrets.js';
import { type Entrance, Entrances, type Visitor } from './entrances.js';
import { FailedSignIns } from './failed-sign-ins.js';
import { Invitations } from './invitations.js';
import { IssuerError } from './issuer.errors.js';
import { IssuerClient } from './issuer-client.js';
import { findSignOn, findSignOnByCode, type SignOn } from './sign-on.queries.js';
import {
  findFlowOrganization,
  insertSignOnFlow,
  type SignOnFlow,
  takeSignOnFlow,
} from './sign-on-flow.queries.js';
import { SignOnIdentities } from './sign-on-identities.js';
import { type IssuedIdentity, useIdentity } from './sign-on-identity.queries.js';

/** The outcome for a person who came back from an issuer. */
export type SignOnOutcome =
  { entrance: Entrance | null; next: string } | { problem: SignOnProblem; detail: string | null };

/** A return from the issuer: the browser's secret for the sign-in it began, and its session. */
export interface Returned {
  query: URLSearchParams;
  holder: string | null;
  session: SignedIn | null;
}

/** The errors of joining and connecting that the person can resolve. */
const REFUSALS: Partial<Record<number, SignOnProblem>> = { 400: 'taken', 404: 'invitation' };

/**
 * Single sign-on: people prove who they are to their organization's issuer. It gives access only to this
 * organization, and to nothing of the account itself.
 */
@Injectable()
export class SingleSignOn {
  constructor(
    private readonly dataSource: DataSource,
    private readonly transactions: Transactions,
    private readonly issuers: IssuerClient,
    private readonly identities: SignOnIdentities,
    private readonly entrances: Entrances,
    private readonly invitations: Invitations,
    private readonly failures: FailedSignIns,
  ) {}

  /** The single sign-on with this code; null for an unknown code. */
  async findByCode(code: string): Promise<SignOn | null> {
    return isSignOnCode(code) ? findSignOnByCode(this.dataSource.manager, code) : null;
  }

  /**
   * The single sign-on of an account's organization. @throws AppError 404 if it has none, or the account is not a
   * member
   */
  async findFor(accountId: number, organizationId: number): Promise<SignOn> {
    const { manager } = this.dataSource;
    const user = await findUserOf(manager, { organizationId, accountId });
    const signOn = user && (await findSignOn(manager, organizationId));
    if (!signOn) throw notFound('Sign-on');
    return signOn;
  }

  /**
   * @param from - the IP address of the person
   * @returns the address at the issuer, and a secret for the browser to keep
   * @throws IssuerError
   */
  async begin(
    signOn: SignOn,
    { purpose, next }: Pick<SignOnFlow, 'purpose' | 'next'>,
    from: string,
  ): Promise<{ address: string; holder: string }> {
    const [holder, state] = [newLinkToken(), newLinkToken()];
    const { organizationId } = signOn;
    const address = await this.issuers
      .authorizationUrl(signOn, signOnSecrets(holder, state))
      .catch((error: unknown) => {
        if (error instanceof IssuerError)
          this.failures.noteSignOn({ organizationId, address: from, ...outcomeOfIssuer(error) });
        throw error;
      });
    await insertSignOnFlow(this.dataSource.manager, { organizationId, purpose, next }, { state, holder });
    return { address, holder };
  }

  /**
   * Completes a sign-in with the issuer's answer. Each can be completed once, right or wrong, so there is nothing to
   * guess.
   */
  async finish(returned: Returned, visitor: Visitor): Promise<SignOnOutcome> {
    // Looked up before the sign-in is used up.
    const organizationId = await this.organizationOf(returned);
    const outcome = await this.outcomeOf(returned, visitor);
    if ('problem' in outcome && organizationId !== null)
      this.failures.noteSignOn({ organizationId, address: visitor.address, ...outcome });
    return outcome;
  }

  private organizationOf({ query, holder }: Returned): Promise<number | null> {
    return findFlowOrganization(this.dataSource.manager, { state: query.get('state') ?? '', holder });
  }

  private async outcomeOf({ query, holder, session }: Returned, visitor: Visitor): Promise<SignOnOutcome> {
    const { manager } = this.dataSource;
    const state = query.get('state') ?? '';
    const isAnswer = holder !== null && isLinkToken(state);
    const flow = isAnswer ? await takeSignOnFlow(manager, { state, holder }) : null;
    const signOn = flow && (await findSignOn(manager, flow.organizationId));
    if (!isAnswer || !signOn) return { problem: 'stale', detail: null };
    try {
      const subject = await this.issuers.identify(signOn, query, signOnSecrets(holder, state));
      const { organizationId, issuer } = signOn;
      return await this.complete(flow, { organizationId, issuer, subject }, session, visitor);
    } catch (error) {
      return outcomeOfError(error);
    }
  }

  private async complete(
    { purpose, next }: SignOnFlow,
    identity: IssuedIdentity,
    session: SignedIn | null,
    visitor: Visitor,
  ): Promise<SignOnOutcome> {
    if (purpose.kind === 'sign-in') return this.enter(identity, visitor, next);
    if (purpose.kind === 'join') return this.join(purpose.invitationHash, identity, visitor, next);
    if (session?.sessionId !== purpose.sessionId) return { problem: 'signed_out', detail: null };
    await this.identities.connectVisitor({ ...session, address: visitor.address }, identity);
    return { entrance: null, next };
  }

  private async enter(identity: IssuedIdentity, visitor: Visitor, next: string): Promise<SignOnOutcome> {
    const entrance = await this.transactions.run(async (tx) => {
      const member = await useIdentity(tx, identity);
      return member && this.entrances.open(tx, member, visitor, 'sign_on', member.identityId);
    });
    return entrance ? { entrance, next } : { problem: 'unconnected', detail: null };
  }

  private async join(
    invitationHash: Buffer,
    identity: IssuedIdentity,
    visitor: Visitor,
    next: string,
  ): Promise<SignOnOutcome> {
    const { organizationId } = identity;
    const { address } = visitor;
    const entrance = await this.invitations.acceptBySignOn(
      { invitationHash, organizationId },
      visitor,
      (tx, userId) => this.identities.connect(tx, identity, { userId, address }),
    );
    return entrance ? { entrance, next } : { problem: 'invitation', detail: null };
  }
}

const outcomeOfIssuer = ({ problem, detail }: IssuerError) => ({ problem, detail });

function outcomeOfError(error: unknown): SignOnOutcome {
  if (error instanceof IssuerError) return outcomeOfIssuer(error);
  const problem = error instanceof AppError && REFUSALS[error.statusCode];
  if (!problem) throw error;
  return { problem, detail: null };
}
