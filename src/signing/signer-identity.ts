import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { SignerVerifications } from '../identity-verifications/signer-verifications.js';
import { Settings } from '../platform/config/settings.js';
import { type SigningContext } from './domain/signing-context.js';
import { reachableStep } from './domain/signing-step.policy.js';
import { type Visit } from './domain/visit.js';
import { SigningAccess } from './signing-access.js';
import { addressesOf } from './signing-addresses.js';

/** Sends the signer to the identity check that the request requires, at most MAX_VERIFICATIONS times. */
@Injectable()
export class SignerIdentity {
  constructor(
    private readonly access: SigningAccess,
    private readonly verifications: SignerVerifications,
    private readonly settings: Settings,
  ) {}

  /** Starts a check or resumes the one in progress. @returns its URL; null if there is nothing to do */
  async begin(visit: Visit): Promise<string | null> {
    return this.access.act(visit, async (tx, context) => {
      if (reachableStep(context, 'identity') !== 'identity') return null;
      switch (context.identity) {
        case 'to_begin':
        case 'failed':
          return this.beginAnother(tx, visit, context);
        case 'under_way':
          return context.sessionUrl;
        case 'not_required':
        case 'in_review':
        case 'passed':
        case 'exhausted':
          return null;
      }
    });
  }

  private async beginAnother(tx: EntityManager, visit: Visit, context: SigningContext): Promise<string> {
    const { id: signerId, organizationId, signatureId, email, name, locale } = context.signer;
    const attempt = context.verificationsBegun + 1;
    const redirectUrl = this.settings.publicUrl + addressesOf(visit.token).identity;
    const begun = await this.verifications.start(tx, {
      organizationId,
      signatureId,
      signerId,
      email,
      name: name?.trim() ? name : null,
      locale,
      redirectUrl,
    });
    await this.access.record(tx, visit, context, 'identity_started', { attempt, verificationId: begun.id });
    return begun.sessionUrl;
  }
}
