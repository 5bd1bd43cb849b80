import { Injectable } from '@nestjs/common';
import { askText } from '../domain/asked-part.js';
import { type IdentityVerification } from '../identity-verification.entity.js';
import { ASK_MAIL } from '../verification-reviews.js';
import { PersonMailComposer, type PersonMailModel } from './person-mail.composer.js';

/** To a person from whom a reviewer needs another picture. */
interface AskedAgainModel extends PersonMailModel {
  /** What to photograph again, and why, as text keys. */
  wanted: string;
  why: string;
}

declare module '../../platform/mail/mail-models.js' {
  interface MailModels {
    'asked-again': AskedAgainModel;
  }
}

/** The mail with the new link. Not sent once the person has responded or the time is up. */
@Injectable()
export class AskedAgainMailComposer extends PersonMailComposer {
  readonly kind = ASK_MAIL;

  protected messageFor(verification: IdentityVerification, model: PersonMailModel) {
    const { askedPart: part, askReason, documentType, submittedAt } = verification;
    if (!part || submittedAt) return null;
    const wanted = `mail.asked-again.parts.${part === 'face' ? part : `${part}.${documentType}`}`;
    return { template: 'asked-again' as const, model: { ...model, wanted, why: askText(part, askReason!) } };
  }
}
