import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { pageBrandOf } from '../brands/brand.queries.js';
import { organizationName } from '../organizations/organization.queries.js';
import { RequestForms } from '../signatures/form/request-forms.js';
import { getAnyRequest, signersOf } from '../signatures/live-request.queries.js';
import { type Recipient } from '../signatures/recipients/recipient.entity.js';
import {
  everyRecipientOf,
  getRecipientLink,
  lockRecipients,
} from '../signatures/recipients/recipient.queries.js';
import { SignatureAudit } from '../signatures/signature-audit.js';
import { Signer } from '../signatures/signers/signer.entity.js';
import { lockSigners } from '../signatures/signers/signer.queries.js';
import { type ReaderContext } from './domain/reader-context.js';
import { type SigningContext } from './domain/signing-context.js';
import { EarlierSigners } from './earlier-signers.js';
import { documentFacts } from './presented-document.queries.js';

type Link = Awaited<ReturnType<typeof getRecipientLink>>;

/** Identity columns begin at 1, so no signer has this id. */
const NOBODY = 0;

/** What a signer would have proved or entered, and a reader has not. */
const NOTHING = {
  linkVoidReason: null,
  fields: [],
  files: [],
  isCodeVerified: false,
  isOpened: true,
  identity: 'not_required',
  hasReviewers: false,
  verificationId: null,
  sessionUrl: null,
  verificationsBegun: 0,
  verifiedName: null,
  picture: null,
  handOvers: [],
  handedOverTo: null,
} as const;

const CLOCK = 'select app_now() as now, coalesce($1::timestamptz <= app_now(), false) as "isPastDeadline"';

/** Reads what somebody who does not sign sees, by the token of their link. */
@Injectable()
export class ReaderContextQueries {
  constructor(
    private readonly audit: SignatureAudit,
    private readonly earlier: EarlierSigners,
    private readonly forms: RequestForms,
  ) {}

  /** For a page, without locks. @throws AppError 404 for a token that was never issued */
  async read(manager: EntityManager, token: string): Promise<ReaderContext> {
    const link = await getRecipientLink(manager, token);
    return this.complete(manager, token, link, await getAnyRequest(manager, link));
  }

  /**
   * For an action: locks the request, its signers and its recipients, and only then reads everything else, including the link.
   * @throws AppError 404 for a token that was never issued
   */
  async lock(tx: EntityManager, token: string): Promise<ReaderContext> {
    const link = await getRecipientLink(tx, token);
    const signature = await getAnyRequest(tx, link, { lock: true });
    await lockSigners(tx, link);
    await lockRecipients(tx, link);
    return this.complete(tx, token, await getRecipientLink(tx, token), signature);
  }

  private async complete(
    manager: EntityManager,
    token: string,
    { organizationId, recipientId, voidReason }: Link,
    signature: SigningContext['signature'],
  ): Promise<ReaderContext> {
    const everyone = await everyRecipientOf(manager, signature);
    const recipient = everyone.find(({ id }) => id === recipientId)!;
    const signers = await signersOf(manager, signature);
    const signer = standIn(manager, recipient);
    const [clock] = await manager.query<Pick<SigningContext, 'now' | 'isPastDeadline'>[]>(CLOCK, [
      signature.expiresDate,
    ]);
    const seen: SigningContext = {
      ...{ ...NOTHING, fields: [], handOvers: [] },
      ...{ token, signature, signer, signers },
      recipients: everyone.filter(({ removedAt }) => removedAt === null),
      earlier: await this.earlier.of(manager, { signature, signer, signers }),
      form: await this.forms.of(manager, signature),
      organizationName: await organizationName(manager, organizationId),
      brand: await pageBrandOf(manager, organizationId),
      ...(await documentFacts(manager, signature)),
      ...clock!,
    };
    const isOpened = await this.audit.hasRecipientOpened(manager, recipient);
    return { recipient, linkVoidReason: voidReason, isOpened, seen };
  }
}

function standIn(manager: EntityManager, recipient: Recipient): Signer {
  const { organizationId, signatureId, email, emailKey, name, locale, screenRepeatedAt } = recipient;
  return manager.create(Signer, {
    ...{ organizationId, signatureId, email, emailKey, name, locale, screenRepeatedAt },
    ...{ id: NOBODY, order: recipient.order ?? 0, status: 'pending' },
    ...{ signedAt: null, verifiedName: null, codeVerifiedAt: null },
  });
}
