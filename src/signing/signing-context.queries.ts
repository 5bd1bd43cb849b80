import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { handOverIn } from '../audit-chain/hand-over.js';
import { pageBrandOf } from '../brands/brand.queries.js';
import {
  type SignerVerification,
  SignerVerifications,
} from '../identity-verifications/signer-verifications.js';
import { hasReviewers } from '../organizations/account.queries.js';
import { organizationName } from '../organizations/organization.queries.js';
import { RequestForms } from '../signatures/form/request-forms.js';
import { getAnyRequest, signersOf } from '../signatures/live-request.queries.js';
import { recipientsOf } from '../signatures/recipients/recipient.queries.js';
import { SignatureAudit } from '../signatures/signature-audit.js';
import { fieldsOfSigner, getSignerLink, lockSigners } from '../signatures/signers/signer.queries.js';
import { type SignerLink } from '../signatures/signers/signer-link.entity.js';
import { SignerPictures } from '../signatures/signers/signer-pictures.js';
import { browserHashOf, isForBrowser } from './browser-tie.js';
import {
  BROWSER_TRUST_HOURS,
  type IdentityState,
  MAX_VERIFICATIONS,
  type SigningContext,
} from './domain/signing-context.js';
import { type Visit } from './domain/visit.js';
import { EarlierSigners } from './earlier-signers.js';
import { documentFacts } from './presented-document.queries.js';

interface ClockFacts {
  now: Date;
  isPastDeadline: boolean;
  isCodeVerified: boolean;
}

/** The time, whether the deadline has passed, and whether the browser that entered the code is still trusted. */
const CLOCK_FACTS = `
  select app_now() as now, coalesce($3::timestamptz <= app_now(), false) as "isPastDeadline",
    coalesce($4::timestamptz > app_now() - interval '${BROWSER_TRUST_HOURS} hours', false) and exists (
      select from signer_codes where organization_id = $1 and signer_id = $2 and browser_hash = $5
    ) as "isCodeVerified"`;

/** Reads the signing context by the token of the link. */
@Injectable()
export class SigningContextQueries {
  constructor(
    private readonly verifications: SignerVerifications,
    private readonly pictures: SignerPictures,
    private readonly audit: SignatureAudit,
    private readonly earlier: EarlierSigners,
    private readonly forms: RequestForms,
  ) {}

  /** For a page, without locks. @throws AppError 404 for a token that was never issued */
  async read(manager: EntityManager, visit: Pick<Visit, 'token' | 'browser'>): Promise<SigningContext> {
    const link = await getSignerLink(manager, visit.token);
    const signature = await getAnyRequest(manager, link);
    return this.complete(manager, visit, link, signature);
  }

  /**
   * For an action: locks the request, then its signers, and only then reads everything else, including the link.
   * @throws AppError 404 for a token that was never issued
   */
  async lock(tx: EntityManager, visit: Pick<Visit, 'token' | 'browser'>): Promise<SigningContext> {
    const link = await getSignerLink(tx, visit.token);
    const signature = await getAnyRequest(tx, link, { lock: true });
    await lockSigners(tx, link);
    return this.complete(tx, visit, await getSignerLink(tx, visit.token), signature);
  }

  private async complete(
    manager: EntityManager,
    { token, browser }: Pick<Visit, 'token' | 'browser'>,
    link: SignerLink,
    signature: SigningContext['signature'],
  ): Promise<SigningContext> {
    const { organizationId, signerId, voidReason } = link;
    const signers = await signersOf(manager, signature);
    const recipients = await recipientsOf(manager, signature);
    const signer = signers.find(({ id }) => id === signerId)!;
    const browserHash = browser === null ? null : browserHashOf(token, browser);
    const times = [signature.expiresDate, signer.codeVerifiedAt];
    const values = [organizationId, signerId, ...times, browserHash];
    const [clockFacts] = await manager.query<ClockFacts[]>(CLOCK_FACTS, values);
    const begun = signature.requireVerification ? await this.audit.verificationsOf(manager, signer) : [];
    const verification =
      begun.length > 0 ? await this.verifications.latest(manager, organizationId, signerId) : null;
    const identity = identityState(signature, begun.length, verification);
    const handedOver = signature.allowHandOver
      ? await this.audit.ofSigner(manager, signer, 'handed_over')
      : [];
    const uploaded = await this.pictures.find(manager, signer);
    const isOwn = uploaded && isForBrowser({ token, browser }, signature, uploaded.browserHash);
    const form = await this.forms.of(manager, signature);
    const given = signer.status === 'pending' ? await this.forms.filesOf(manager, form, signer) : [];
    const givenUp = handedOver.find(({ number }) => number === link.handedOverIn);
    return {
      token,
      linkVoidReason: voidReason,
      signature,
      signer,
      fields: await fieldsOfSigner(manager, signer),
      signers,
      recipients,
      earlier: await this.earlier.of(manager, { signature, signer, signers }),
      organizationName: await organizationName(manager, organizationId),
      brand: await pageBrandOf(manager, organizationId),
      ...(await documentFacts(manager, signature)),
      ...clockFacts!,
      isOpened: await this.audit.hasOpened(manager, signer),
      identity,
      hasReviewers: identity === 'in_review' && (await hasReviewers(manager, organizationId)),
      verificationId: verification?.id ?? null,
      sessionUrl: verification?.sessionUrl ?? null,
      verificationsBegun: begun.length,
      verifiedName: verification?.verifiedName ?? null,
      picture: isOwn ? uploaded.mark : null,
      form,
      files: given.filter((file) => isForBrowser({ token, browser }, signature, file.browserHash)),
      handOvers: handedOver.map(handOverIn),
      handedOverTo: givenUp ? handOverIn(givenUp).to : null,
    };
  }
}

function identityState(
  signature: SigningContext['signature'],
  begun: number,
  verification: SignerVerification | null,
): IdentityState {
  if (!signature.requireVerification) return 'not_required';
  if (verification === null) return 'to_begin';
  if (verification.status === 'completed') return 'passed';
  if (verification.sessionUrl !== null && verification.reportResult === null) return 'under_way';
  if (verification.reportResult === 'manual_review') return 'in_review';
  return begun >= MAX_VERIFICATIONS ? 'exhausted' : 'failed';
}
