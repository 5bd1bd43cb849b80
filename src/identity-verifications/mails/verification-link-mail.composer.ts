import { Injectable } from '@nestjs/common';
import { type IdentityVerification } from '../identity-verification.entity.js';
import { LINK_MAIL } from '../verification-starter.js';
import { PersonMailComposer, type PersonMailModel } from './person-mail.composer.js';

declare module '../../platform/mail/mail-models.js' {
  interface MailModels {
    verification: PersonMailModel;
  }
}

/** The short form's mail. Not sent once the session has ended. */
@Injectable()
export class VerificationLinkMailComposer extends PersonMailComposer {
  readonly kind = LINK_MAIL;

  protected messageFor({ state }: IdentityVerification, model: PersonMailModel) {
    if (state !== 'pending' && state !== 'in_progress') return null;
    return { template: 'verification' as const, model };
  }
}
