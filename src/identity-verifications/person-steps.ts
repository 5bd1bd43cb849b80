import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { type DocumentType } from './domain/document-type.js';
import { IdentityVerification } from './identity-verification.entity.js';
import { VerificationJournal } from './verification-journal.js';
import { VerificationLifecycle } from './verification-lifecycle.js';
import { VerificationOutcomes } from './verification-outcomes.js';

/**
 * The person's actions other than sending photos. Callers hold the row's lock and have checked that the step is due.
 */
@Injectable()
export class PersonSteps {
  constructor(
    private readonly lifecycle: VerificationLifecycle,
    private readonly outcomes: VerificationOutcomes,
    private readonly journal: VerificationJournal,
  ) {}

  async consent(tx: EntityManager, verification: IdentityVerification): Promise<void> {
    const agreed = await this.lifecycle.change(tx, verification, { consentedAt: () => 'app_now()' });
    await this.journal.audit(tx, agreed, 'consented');
  }

  /** `documentCountry`: ISO 3166-1 alpha-2, or null if the person chose none. */
  async chooseDocument(
    tx: EntityManager,
    verification: IdentityVerification,
    documentType: DocumentType,
    documentCountry: string | null,
  ): Promise<void> {
    const changed = await this.lifecycle.change(tx, verification, { documentType, documentCountry });
    await this.journal.audit(tx, changed, 'document_type_chosen', { documentType, documentCountry });
  }

  /** For people who cannot turn their head or have no camera: a reviewer decides, never the checks alone. */
  async requestReview(tx: EntityManager, verification: IdentityVerification): Promise<void> {
    const changed = await this.lifecycle.change(tx, verification, { humanRequestedAt: () => 'app_now()' });
    await this.journal.audit(tx, changed, 'human_requested');
    await this.outcomes.decide(tx, changed);
  }

  /** Stores the person's chosen language. */
  async setLocale(
    tx: EntityManager,
    { id, organizationId }: IdentityVerification,
    locale: string,
  ): Promise<void> {
    await tx.update(IdentityVerification, { id, organizationId }, { locale });
  }

  async cancel(tx: EntityManager, verification: IdentityVerification): Promise<void> {
    await this.outcomes.cancel(tx, verification);
  }
}
