import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { organizationName } from '../organizations/organization.queries.js';
import { type StampDetails } from '../pdf/signature-stamp.js';
import { Settings } from '../platform/config/settings.js';
import { FileStore } from '../platform/storage/file-store.service.js';
import { DEFAULT_LOCALE } from '../platform/templates/locales.js';
import { type PhraseBook } from '../platform/templates/phrases.js';
import { TemplateRenderer } from '../platform/templates/template-renderer.service.js';
import { fieldsOf } from './document-fields.service.js';
import { type PaperFacts } from './paper-words.js';
import { SignatureAudit } from './signature-audit.service.js';
import { presentedDocument } from './signature-document.queries.js';
import { stampsOf } from './signature-stamps.js';
import { picturesOf } from './signer-pictures.service.js';
import { type Signature } from './signature.entity.js';
import { type Signer } from './signer.entity.js';

/** What is printed for all signers of a request, in one language. */
@Injectable()
export class SignaturePapers {
  constructor(
    private readonly files: FileStore,
    private readonly templates: TemplateRenderer,
    private readonly settings: Settings,
    private readonly audit: SignatureAudit,
  ) {}

  /** The texts of papers in the language of a request. */
  book({ locale }: Pick<Signature, 'locale'>): PhraseBook {
    return this.templates.book('paper', locale ?? DEFAULT_LOCALE);
  }

  async facts(
    manager: EntityManager,
    signature: Pick<Signature, 'id' | 'organizationId' | 'senderName' | 'locale'>,
  ): Promise<PaperFacts> {
    const { senderName, organizationId } = signature;
    const names = [senderName, await organizationName(manager, organizationId)];
    return {
      book: this.book(signature),
      envelopeId: await this.audit.envelopeId(manager, signature),
      sender: [...new Set(names)].filter((name) => name !== '').join(', '),
      publicUrl: this.settings.publicUrl,
    };
  }

  /** Reads everything that is drawn into a request's document. @throws Error if a signer's picture is missing or was changed */
  async stamps(manager: EntityManager, signature: Signature, signers: Signer[]): Promise<StampDetails> {
    const presented = await presentedDocument(manager, signature);
    const given = { signers, pictures: await picturesOf(this.files, signers) };
    const document = { presented, fields: await fieldsOf(manager, signature) };
    return stampsOf(signature, given, document, await this.facts(manager, signature));
  }
}
