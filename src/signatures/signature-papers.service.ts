import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { organizationName } from '../organizations/organization.queries.js';
import { type StampDetails } from '../pdf/signature-stamp.js';
import { Settings } from '../platform/config/settings.js';
import { FileStore } from '../platform/storage/file-store.service.js';
import { maskedEmail } from '../common/masked-email.js';
import { DEFAULT_LOCALE } from '../platform/templates/locales.js';
import { type PhraseBook } from '../platform/templates/phrases.js';
import { TemplateRenderer } from '../platform/templates/template-renderer.service.js';
import { type DocumentField } from './document-field.entity.js';
import { fieldsOf } from './document-fields.service.js';
import { type PaperFacts, wordsSoFar } from './paper-words.js';
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

  /**
   * Reads what those left who have signed, as others may see it who sign too: addresses are masked, or left out beside
   * a name. The words say that the document is neither complete nor sealed.
   * @throws Error as `stamps` does
   */
  async stampsSoFar(manager: EntityManager, signature: Signature, signed: Signer[]): Promise<StampDetails> {
    const signers = signed.map((signer) => ({
      ...signer,
      email: signer.name === null ? maskedEmail(signer.email) : '',
    }));
    const ids = new Set<number | null>(signers.map(({ id }) => id));
    const fields = await fieldsOf(manager, signature);
    const theirs = fields.filter(({ signerId }) => ids.has(signerId));
    const details = await this.gather(manager, signature, signers, theirs);
    return { ...details, words: wordsSoFar(await this.facts(manager, signature), signers.length) };
  }

  /** Reads everything that is drawn into a request's document. @throws Error if a signer's picture is missing or was changed */
  async stamps(manager: EntityManager, signature: Signature, signers: Signer[]): Promise<StampDetails> {
    return this.gather(manager, signature, signers, await fieldsOf(manager, signature));
  }

  private async gather(
    manager: EntityManager,
    signature: Signature,
    signers: Signer[],
    fields: DocumentField[],
  ): Promise<StampDetails> {
    const presented = await presentedDocument(manager, signature);
    const given = { signers, pictures: await picturesOf(this.files, signers) };
    return stampsOf(signature, given, { presented, fields }, await this.facts(manager, signature));
  }
}
