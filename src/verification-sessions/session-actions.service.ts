import { Injectable } from '@nestjs/common';
import { type DocumentType } from '../identity-verifications/domain/document-type.js';
import { PersonSteps } from '../identity-verifications/person-steps.service.js';
import { keepSignerLocale } from '../signatures/signer-locale.queries.js';
import { mayChooseDocument } from './domain/document-choice.policy.js';
import { Sessions } from './sessions.service.js';

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
  async askHuman(token: string): Promise<void> {
    await this.sessions.act(token, async (tx, { verification, step }) => {
      if (step.name === 'selfie' || step.name === 'upload') await this.steps.askHuman(tx, verification);
    });
  }

  /** Keeps the language that the person has chosen; a signer's pages and mails speak it, too. */
  async speak(token: string, locale: string): Promise<void> {
    await this.sessions.finish(token, async (tx, { verification }) => {
      await this.steps.speak(tx, verification, locale);
      const { organizationId, signerId } = verification;
      if (signerId !== null) await keepSignerLocale(tx, { organizationId, signerId }, locale);
    });
  }

  async cancel(token: string): Promise<void> {
    await this.sessions.act(token, async (tx, { verification, step }) => {
      if (step.name !== 'ended') await this.steps.cancel(tx, verification);
    });
  }
}
