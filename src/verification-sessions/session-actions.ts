import { Injectable } from '@nestjs/common';
import { type DocumentType } from '../identity-verifications/domain/document-type.js';
import { PersonSteps } from '../identity-verifications/person-steps.js';
import { keepSignerLocale } from '../signatures/signers/signer-locale.queries.js';
import { mayChooseDocument } from './domain/document-choice.policy.js';
import { Sessions } from './sessions.js';

/** The person's actions other than sending photos. An action that is no longer due changes nothing. */
@Injectable()
export class SessionActions {
  constructor(
    private readonly sessions: Sessions,
    private readonly steps: PersonSteps,
  ) {}

  async consent(token: string): Promise<void> {
    await this.sessions.act(token, async (tx, { verification, step }) => {
      if (step.name === 'start') await this.steps.consent(tx, verification);
    });
  }

  /** `country`: ISO 3166-1 alpha-2, or null if none was chosen. */
  async chooseDocument(token: string, documentType: DocumentType, country: string | null): Promise<void> {
    await this.sessions.act(token, async (tx, session) => {
      if (mayChooseDocument(session))
        await this.steps.chooseDocument(tx, session.verification, documentType, country);
    });
  }

  /** Asks for a review instead of using the camera. */
  async requestReview(token: string): Promise<void> {
    await this.sessions.act(token, async (tx, { verification, step }) => {
      if (step.name === 'selfie' || step.name === 'upload') await this.steps.requestReview(tx, verification);
    });
  }

  /** Stores the language chosen by the person; for a signer, signing pages and mails use it too. */
  async setLocale(token: string, locale: string): Promise<void> {
    await this.sessions.finish(token, async (tx, { verification }) => {
      await this.steps.setLocale(tx, verification, locale);
      const { organizationId, signerId } = verification;
      if (signerId !== null) await keepSignerLocale(tx, { organizationId, id: signerId }, locale);
    });
  }

  async cancel(token: string): Promise<void> {
    await this.sessions.act(token, async (tx, { verification, step }) => {
      if (step.name !== 'ended') await this.steps.cancel(tx, verification);
    });
  }
}
