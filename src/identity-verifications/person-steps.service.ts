import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { type DocumentType, type IdentityVerification } from './identity-verification.entity.js';
import { VerificationJournal } from './verification-journal.service.js';
import { VerificationLifecycle } from './verification-lifecycle.service.js';
import { VerificationOutcomes } from './verification-outcomes.service.js';

/** What the person does besides sending photos. Callers hold the row's lock and know that the step is due. */
@Injectable()
export class PersonSteps {
  constructor(
    private readonly lifecycle: VerificationLifecycle,
    private readonly outcomes: VerificationOutcomes,
    private readonly journal: VerificationJournal,
  ) {}

  /**
   * The person agrees. Where a face alone is asked for this is the last step so far: no engine looks at faces, so
   * nothing is recorded and a human is asked.
   */
  async consent(tx: EntityManager, verification: IdentityVerification): Promise<void> {
    const agreed = await this.lifecycle.change(tx, verification, { consentedAt: () => 'app_now()' });
    await this.journal.audit(tx, agreed, 'consented');
    if (agreed.verificationMethod === 'liveness')
      await this.outcomes.decide(tx, agreed, { findings: null, analysisFailed: false });
  }

  async chooseDocument(
    tx: EntityManager,
    verification: IdentityVerification,
    documentType: DocumentType,
  ): Promise<void> {
    const changed = await this.lifecycle.change(tx, verification, { documentType });
    await this.journal.audit(tx, changed, 'document_type_chosen', { documentType });
  }

  async cancel(tx: EntityManager, verification: IdentityVerification): Promise<void> {
    await this.outcomes.cancel(tx, verification);
  }
}
