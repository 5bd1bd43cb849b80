import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { maskedEmail } from '../../common/masked-email.js';
import { getOrganization, organizationName } from '../../organizations/organization.queries.js';
import { type StampDetails } from '../../pdf/signature-stamp.js';
import { Settings } from '../../platform/config/settings.js';
import { FileStore } from '../../platform/storage/file-store.js';
import { DEFAULT_LOCALE } from '../../platform/templates/locales.js';
import { type PhraseBook } from '../../platform/templates/phrases.js';
import { TemplateRenderer } from '../../platform/templates/template-renderer.js';
import { type DrawnForm } from '../form/domain/drawn-form.js';
import { FormFiles } from '../form/form-files.js';
import { type KeptForm, KeptForms, toDrawn } from '../form/kept-forms.js';
import { signersOf } from '../live-request.queries.js';
import { type Recipient } from '../recipients/recipient.entity.js';
import { everyRecipientOf } from '../recipients/recipient.queries.js';
import { type Signature } from '../signature.entity.js';
import { SignatureAudit } from '../signature-audit.js';
import { stampsOf } from '../signature-stamps.js';
import { type Signer } from '../signers/signer.entity.js';
import { type FieldSignature } from '../signers/signer.queries.js';
import { picturesOf } from '../signers/signer-pictures.js';
import { isForEveryone, onDocument } from './document-field.entity.js';
import { fieldsOf } from './document-fields.js';
import { type FurtherDocumentSignature } from './further-document.entity.js';
import { type PaperFacts, wordsSoFar } from './internal/paper-words.js';
import {
  documentsInOrder,
  type DocumentWithFiles,
  findFile,
  findRequestDocument,
  furtherSignatures,
  type StoredFile,
} from './request-documents.queries.js';

/** One of a request's documents, with everything drawn into it. */
export interface PaperDocument extends Omit<DocumentWithFiles, 'files'> {
  presented: StoredFile;
  /** With the signers' own signatures so far; null before the first, and once it is sealed. */
  working: StoredFile | null;
  /** Null before it is sealed. */
  signed: StoredFile | null;
  stamps: StampDetails;
  /** Those that signers with certificates of their own have made in it, by signer. */
  ownSignatures: ReadonlyMap<number, FieldSignature>;
}

/** What a request's papers show, read once. */
export interface PaperContents {
  signature: Signature;
  signers: Signer[];
  organizationName: string;
  /** In order; at least one. */
  documents: PaperDocument[];
  facts: PaperFacts;
  /** Those who do not sign, in their order; those who were removed as well, whom the trail names. */
  recipients: Recipient[];
  /** What the signers left in the request's form; null without one. */
  form: KeptForm | null;
}

/** As long as any other (RFC 9562, §5.9). */
const NO_ENVELOPE = '00000000-0000-0000-0000-000000000000';

/** The papers for all signers of a request, in one language. */
@Injectable()
export class SignaturePapers {
  constructor(
    private readonly files: FileStore,
    private readonly templates: TemplateRenderer,
    private readonly settings: Settings,
    private readonly audit: SignatureAudit,
    private readonly forms: KeptForms,
    private readonly formFiles: FormFiles,
  ) {}

  /** The texts of papers in a request's language. */
  book({ locale }: Pick<Signature, 'locale'>): PhraseBook {
    return this.templates.book('paper', locale ?? DEFAULT_LOCALE);
  }

  async facts(
    manager: EntityManager,
    signature: Pick<Signature, 'id' | 'organizationId' | 'senderName' | 'locale'>,
    nameOfOrganization: string,
  ): Promise<PaperFacts> {
    const envelopeId = await this.audit.envelopeId(manager, signature);
    return { ...(await this.factsBefore(manager, signature, nameOfOrganization)), envelopeId };
  }

  /** The same before there is a request, with a stand-in for its envelope ID. */
  async factsBefore(
    manager: EntityManager,
    signature: Pick<Signature, 'organizationId' | 'senderName' | 'locale'>,
    nameOfOrganization: string,
  ): Promise<PaperFacts> {
    const names = [signature.senderName, nameOfOrganization];
    return {
      book: this.book(signature),
      envelopeId: NO_ENVELOPE,
      sender: [...new Set(names)].filter((name) => name !== '').join(', '),
      isTest: (await getOrganization(manager, signature.organizationId)).isTest,
      publicUrl: this.settings.publicUrl,
    };
  }

  /**
   * Reads the marks and entries so far in one document, for the other signers: addresses are masked, or left out if there
   * is a name. The texts state that the document is neither complete nor sealed.
   * @param n - number of the document, from 1
   * @throws Error as `gather` does
   */
  async stampsSoFar(
    manager: EntityManager,
    signature: Signature,
    signed: Signer[],
    n: number,
  ): Promise<StampDetails> {
    const signers = signed.map((signer) => ({
      ...signer,
      email: signer.name === null ? maskedEmail(signer.email) : '',
    }));
    const ids = new Set<number | null>(signers.map(({ id }) => id));
    const form = await this.forms.read(manager, signature, signed);
    const document = await findRequestDocument(manager, signature, n);
    const presented = document && (await findFile(manager, signature, document, 'presented'));
    if (!presented) throw new Error(`request ${signature.id} has no document ${n}`);
    const { fields, facts } = await this.read(manager, signature);
    const theirs = onDocument(fields, n).filter((field) => ids.has(field.signerId) || isForEveryone(field));
    const given = { signers, pictures: await picturesOf(this.files, signers) };
    const drawn = await this.drawn(manager, signature, form);
    const paper = { name: document.name, presented, fields: theirs, form: drawn };
    const details = stampsOf(signature, given, paper, facts);
    return { ...details, words: wordsSoFar(facts, signers.length) };
  }

  /**
   * Reads what the papers show about all signers.
   * @throws Error if the request has no document, or a signer's picture or form is missing or was changed
   */
  async gather(manager: EntityManager, signature: Signature): Promise<PaperContents> {
    // Read before the signers: if a signature is added in between, the next step finds `working` outdated and is refused.
    // The other way round, the same signature would be added twice.
    const stored = await documentsInOrder(manager, signature);
    const further = stored.length > 1 ? await furtherSignatures(manager, signature) : [];
    const signers = await signersOf(manager, signature);
    const recipients = await everyRecipientOf(manager, signature);
    const { fields, facts, organizationName: name } = await this.read(manager, signature);
    const given = { signers, pictures: await picturesOf(this.files, signers) };
    const form = await this.forms.read(manager, signature, signers);
    const drawn = await this.drawn(manager, signature, form);
    const documents = stored.map(({ files, ...document }): PaperDocument => {
      const { presented, working = null, signed = null } = files;
      if (!presented) throw new Error(`request ${signature.id} has no document ${document.n}`);
      const own = onDocument(fields, document.n);
      const paper = { name: document.name, presented, fields: own, form: drawn };
      const stamps = stampsOf(signature, given, paper, facts);
      const ownSignatures = ownSignaturesIn(document, signers, further);
      return { ...document, presented, working, signed, stamps, ownSignatures };
    });
    return { signature, signers, recipients, organizationName: name, documents, facts, form };
  }

  private async drawn(
    manager: EntityManager,
    signature: Signature,
    form: KeptForm | null,
  ): Promise<DrawnForm | null> {
    return form && toDrawn(form, await this.formFiles.pictures(manager, signature, form.settled));
  }

  private async read(manager: EntityManager, signature: Signature) {
    const name = await organizationName(manager, signature.organizationId);
    return {
      organizationName: name,
      fields: await fieldsOf(manager, signature),
      facts: await this.facts(manager, signature, name),
    };
  }
}

/** The signers' own signatures in a document. */
function ownSignaturesIn(
  { id }: Pick<DocumentWithFiles, 'id'>,
  signers: readonly Signer[],
  further: readonly FurtherDocumentSignature[],
): Map<number, FieldSignature> {
  if (id !== null)
    return new Map(
      further.filter(({ documentId }) => documentId === id).map((each) => [each.signerId, each]),
    );
  return new Map(
    signers.flatMap(({ id: signerId, fieldName, fieldCertificate, fieldNumber }) =>
      fieldName === null
        ? []
        : [
            [
              signerId,
              { fieldName, fieldCertificate: fieldCertificate!, fieldNumber: fieldNumber! },
            ] as const,
          ],
    ),
  );
}
