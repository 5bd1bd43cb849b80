import { Injectable } from '@nestjs/common';
import { type DocumentType } from '../identity-verifications/identity-verification.entity.js';
import { PersonSteps } from '../identity-verifications/person-steps.service.js';
import { mayChooseDocument } from './session-page.view-model.js';
import { Sessions } from './sessions.service.js';

/** What the person does besides sending photos. Whatever is not due any more changes nothing. */
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

  async chooseDocument(token: string, documentType: DocumentType): Promise<void> {
    await this.sessions.act(token, async (tx, session) => {
      if (mayChooseDocument(session)) await this.steps.chooseDocument(tx, session.verification, documentType);
    });
  }

  async cancel(token: string): Promise<void> {
    await this.sessions.act(token, async (tx, { verification, step }) => {
      if (step.name !== 'ended') await this.steps.cancel(tx, verification);
    });
  }
}
