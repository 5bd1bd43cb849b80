import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager, In } from 'typeorm';
import { type Caller, callFacts } from '../auth/principal.js';
import { findBrand } from '../brands/brand.queries.js';
import { type FormDefinition, type FormRole } from '../forms/form-definition.js';
import { type FormFault } from '../forms/form-fault.js';
import { organizationName } from '../organizations/organization.queries.js';
import { type ShownSize } from '../pdf/document-field.js';
import { type FormOrigin, toStored } from '../pdf/form-origin.js';
import { MEDIA_TYPES } from '../pdf/media-types.js';
import { TextFonts } from '../pdf/text-fonts.js';
import { Transactions } from '../platform/database/transactions.js';
import { DataFormat } from '../platform/processes/data-format.js';
import { DEFAULT_LOCALE } from '../platform/templates/locales.js';
import { assertDrawable } from './documents/internal/assert-drawable.js';
import { givenLocale, paperLocale } from './documents/internal/paper-words.js';
import { SignatureDocument } from './documents/signature-document.entity.js';
import { drawnTexts } from './domain/drawn-texts.js';
import { toPlannedRecipient } from './domain/new-recipients.js';
import { type NewSigner, type SendDetails } from './domain/send-details.js';
import { type SignatureType } from './domain/signature.state.js';
import { textsOf } from './form/domain/form-texts.js';
import { placeForm } from './form/form-fields.js';
import { FormMeasures, type UnmeasuredValues } from './form/form-measures.js';
import { FormPreviews } from './form/form-previews.js';
import { RequestFormRow } from './form/internal/request-form.entity.js';
import { digestOf, RequestForms } from './form/request-forms.js';
import { MemberActions } from './internal/member-actions.js';
import { SealingTrials } from './internal/sealing-trials.js';
import { SignatureQueries } from './internal/signature.queries.js';
import { RECIPIENTS_VERSION } from './recipients/request-recipients.js';
import { SendPlan } from './send-plan.entity.js';
import { SendingService, type SentRequest } from './sending.service.js';
import { Signature } from './signature.entity.js';

/** The version of the data format that such requests need at least: their evidence has version 2. */
const DATA_FORMAT = 2;

/**
 * Enqueued whenever ended requests are removed: removes the files of archived templates that no request needs any more.
 * Carries a `TemplateRemovalJobPayload`.
 */
export const REMOVE_TEMPLATE_FILES_JOB = 'template.remove-files';

export interface TemplateRemovalJobPayload extends Record<string, unknown> {
  organizationId: number;
  /** For which the organization keeps documents. */
  days: number;
  /** The run begins after the template with this id. */
  after: number;
}

interface PreparedFile {
  storageKey: string;
  sha256: Buffer;
  sizeBytes: number;
}

/** An inspected document whose files belong to somebody else, who keeps them as long as the request needs them. */
export interface PreparedDocument {
  name: string;
  /** Of the original, without a dot. */
  extension: string;
  pages: number;
  pageSizes: readonly ShownSize[];
  carriesSignatures: boolean;
  isRedrawn: boolean;
  original: PreparedFile & { mimeType: string };
  presented: PreparedFile;
}

/** A request of which everything but the people was prepared and tried before. */
export interface PreparedRequest {
  type: SignatureType;
  document: PreparedDocument;
  /** With the sender's values. */
  form: FormDefinition;
  /** Those who sign. */
  roles: readonly FormRole[];
}

/** A prepared request with people. */
export interface AddressedRequest extends PreparedRequest {
  /** Addresses by role. */
  emails: Readonly<Record<string, string>>;
  formOrigin: FormOrigin;
  details: SendDetails;
  /** What the event `created` says besides the call (docs/evidence.md). */
  origin: Record<string, unknown>;
}

export { type UnmeasuredValues } from './form/form-measures.js';

/** What the papers of a request are made with. */
export interface PaperNames {
  organizationName: string;
  locale: string | null;
}

/** Writes what belongs to the request, in the transaction that makes it. */
type Attach = (tx: EntityManager, request: MadeRequest) => Promise<void>;
/** A request that was just made. */
export type MadeRequest = Pick<Signature, 'id' | 'organizationId'>;

/** Makes requests from what was prepared before, without inspecting, copying or trying anything again. */
@Injectable()
export class PreparedRequests {
  constructor(
    private readonly dataSource: DataSource,
    private readonly transactions: Transactions,
    private readonly queries: SignatureQueries,
    private readonly forms: RequestForms,
    private readonly sending: SendingService,
    private readonly trials: SealingTrials,
    private readonly fonts: TextFonts,
    private readonly format: DataFormat,
    private readonly actions: MemberActions,
    private readonly measures: FormMeasures,
    private readonly previews: FormPreviews,
  ) {}

  /**
   * Seals the document on trial, with stand-ins for its signers. Call it outside any transaction: it can take seconds.
   * @throws AppError 400 with the code of an inspection, or `script_unsupported`
   */
  async tryOut(organizationId: number, prepared: PreparedRequest): Promise<void> {
    assertDrawable(this.fonts, [...textsOf(prepared.form), ['documents[0].name', prepared.document.name]]);
    await this.trials.tryPrepared(organizationId, prepared);
  }

  /**
   * Makes a request and sends it, or schedules it.
   * @param attach - what else is written in the transaction; it runs first, and before anything is locked
   * @throws AppError 400 as sending a draft; `processes_outdated`
   */
  send(
    caller: Caller,
    addressed: AddressedRequest,
    { before, after }: { before: (tx: EntityManager) => Promise<void>; after: Attach },
  ): Promise<SentRequest> {
    return this.actions.recorded(
      caller,
      async () => {
        const facts = await this.check(caller, addressed);
        return this.transactions.run(async (tx) => {
          await this.requireUnderstood(tx, addressed.details);
          await before(tx);
          const draft = await this.make(tx, caller, addressed);
          await after(tx, draft);
          return this.sending.sendTried(tx, caller, { draft, details: addressed.details, ...facts });
        });
      },
      ({ signature }) => ({ type: 'signature_sent', signatureId: signature.id }),
    );
  }

  /**
   * Makes a request and sends it, as one of many that `tx` makes, whose invitations go after all other mails. Nothing is
   * recorded of the member who began it. Whether its values fit was asked before, with `misfits`.
   * @param usual - what `beginMany` found
   * @param attach - what else is written in the transaction
   * @throws AppError 400 as sending a draft
   */
  async sendOneOfMany(
    tx: EntityManager,
    caller: Caller,
    addressed: AddressedRequest,
    usual: PaperNames,
    attach: Attach,
  ): Promise<SentRequest> {
    const facts = this.factsOf(addressed, usual);
    const draft = await this.make(tx, caller, addressed);
    await attach(tx, draft);
    return this.sending.sendTried(tx, caller, { draft, details: addressed.details, ...facts, isBulk: true });
  }

  /** The organization's language, in which papers are made for signers without one. */
  async usualLocale(organizationId: number): Promise<string | null> {
    return (await findBrand(this.dataSource.manager, organizationId)).locale;
  }

  /** The sender's values that have to be measured; null if all of them fit. @param usual - the organization's language */
  unmeasured(
    { form, details }: Pick<AddressedRequest, 'form' | 'details'>,
    usual: string | null,
  ): UnmeasuredValues | null {
    return this.measures.unmeasured(form, givenLocale(details.signers) ?? usual ?? DEFAULT_LOCALE);
  }

  /**
   * Those of them that are too long for their places, for each of several requests.
   * @throws AppError 429 or 503 if they cannot be measured now
   */
  misfits(organizationId: number, values: readonly UnmeasuredValues[]): Promise<FormFault[][]> {
    return this.measures.misfits(organizationId, values);
  }

  /**
   * The document with the sender's values, as the sealed one will show them.
   * @param today - `YYYY-MM-DD`
   * @throws ChildTaskError, or AppError 429 or 503 for too many tasks
   */
  async draw(
    organizationId: number,
    { document, form: definition, details }: Pick<AddressedRequest, 'document' | 'form' | 'details'>,
    today: string,
  ): Promise<Buffer> {
    const locale =
      (await paperLocale(this.dataSource.manager, organizationId, details.signers)) ?? DEFAULT_LOCALE;
    const { name, presented } = document;
    return this.previews.draw({
      ...{ organizationId, definition, locale, today },
      document: { name, storageKey: presented.storageKey, sha256: presented.sha256 },
    });
  }

  /**
   * To be called before `tx` locks anything.
   * @param recipients - of the request, or of one of many with recipients of the same kinds
   * @returns what all of many requests have in common
   * @throws AppError 400 `processes_outdated`
   */
  async beginMany(
    tx: EntityManager,
    organizationId: number,
    recipients: readonly unknown[],
  ): Promise<PaperNames> {
    await this.requireUnderstood(tx, { recipients });
    const { locale } = await findBrand(tx, organizationId);
    return { organizationName: await organizationName(tx, organizationId), locale };
  }

  /** @throws AppError 400 `script_unsupported` for texts of the sender that the installed fonts cannot draw */
  assertDrawable({ document, details, form }: Pick<AddressedRequest, 'document' | 'details' | 'form'>): void {
    const drawn = { originalDocumentName: document.name, senderName: '', organizationName: '' };
    assertDrawable(this.fonts, [...drawnTexts(drawn, details), ...textsOf(form)]);
  }

  /**
   * Makes a draft, with its signers as its plan. Of the details, the category is not part of a plan.
   * @throws AppError 400 `processes_outdated`, `script_unsupported`, `entry_does_not_fit`
   */
  draft(
    caller: Caller,
    addressed: AddressedRequest,
    { before, after }: { before: (tx: EntityManager) => Promise<void>; after: Attach },
  ): Promise<Signature> {
    return this.actions.recorded(
      caller,
      async () => {
        await this.check(caller, addressed);
        return this.transactions.run(async (tx) => {
          await this.requireUnderstood(tx, addressed.details);
          await before(tx);
          const draft = await this.make(tx, caller, addressed);
          await after(tx, draft);
          const { id: signatureId, organizationId } = draft;
          await tx.insert(SendPlan, { signatureId, organizationId, plan: planOf(addressed.details) });
          return tx.findOneByOrFail(Signature, { id: signatureId, organizationId });
        });
      },
      ({ id: signatureId }) => ({ type: 'signature_made', signatureId }),
    );
  }

  /** Whether a request still needs one of these files. */
  needAny(
    manager: EntityManager,
    organizationId: number,
    files: readonly Pick<PreparedFile, 'storageKey' | 'sha256'>[],
  ): Promise<boolean> {
    const [keys, hashes] = [files.map(({ storageKey }) => storageKey), files.map(({ sha256 }) => sha256)];
    // The digests have an index.
    return manager.existsBy(SignatureDocument, { organizationId, storageKey: In(keys), sha256: In(hashes) });
  }

  /**
   * @throws AppError 400 `script_unsupported` for texts that the installed fonts cannot draw; `entry_does_not_fit` for values
   * that are too long for their places
   */
  private async check(caller: Caller, addressed: AddressedRequest): Promise<PaperNames> {
    const { manager } = this.dataSource;
    const facts = await this.facts(caller, addressed, manager);
    const locale = facts.locale ?? DEFAULT_LOCALE;
    await this.measures.assertSendersFit(caller.organizationId, addressed.form, locale, { values: true });
    return facts;
  }

  /** @throws AppError 400 `script_unsupported` */
  private async facts(
    { organizationId }: Caller,
    addressed: AddressedRequest,
    manager: EntityManager,
  ): Promise<PaperNames> {
    const name = await organizationName(manager, organizationId);
    const { locale } = await findBrand(manager, organizationId);
    return this.factsOf(addressed, { organizationName: name, locale });
  }

  /** @param usual - of the organization @throws AppError 400 `script_unsupported` */
  private factsOf(
    { document, details, form }: AddressedRequest,
    { organizationName: name, locale }: PaperNames,
  ): PaperNames {
    const drawn = { originalDocumentName: document.name, senderName: name, organizationName: name };
    assertDrawable(this.fonts, [...drawnTexts(drawn, details), ...textsOf(form)]);
    return { organizationName: name, locale: givenLocale(details.signers) ?? locale };
  }

  private requireUnderstood(
    tx: EntityManager,
    { recipients }: { recipients: readonly unknown[] },
  ): Promise<void> {
    return this.format.requireUnderstood(tx, recipients.length > 0 ? RECIPIENTS_VERSION : DATA_FORMAT);
  }

  private async make(tx: EntityManager, caller: Caller, addressed: AddressedRequest): Promise<MadeRequest> {
    const { document, form, emails, formOrigin } = addressed;
    const { organizationId, userId } = caller;
    const { id } = await this.queries.createDraft(
      {
        ...{ organizationId, userId, type: addressed.type },
        originalDocumentName: document.name,
        originalDocumentType: document.original.mimeType,
        originalDocumentExtension: document.extension,
        callFacts: { ...callFacts(caller), ...addressed.origin },
      },
      tx,
    );
    await tx.insert(SignatureDocument, documentRows(organizationId, id, document));
    await tx.update(Signature, { id, organizationId }, { documentStatus: 'ready' });
    const draft = { id, organizationId };
    const { json, sha256 } = digestOf(form);
    await tx.insert(RequestFormRow, {
      ...{ organizationId, signatureId: id, definition: json, sha256, roleEmails: emails },
      ...toStored(formOrigin),
      documentReplaced: formOrigin.isReplaced,
    });
    await this.forms.keepSenders(tx, draft, form.fields, { isNew: true });
    await placeForm(tx, draft, form, emails, { isNew: true });
    return draft;
  }
}

function documentRows(
  organizationId: number,
  signatureId: number,
  { original, presented, pages, pageSizes, carriesSignatures, isRedrawn }: PreparedDocument,
) {
  const row = { organizationId, signatureId, pages };
  return [
    { ...row, kind: 'original' as const, ...original },
    {
      ...{ ...row, kind: 'presented' as const, ...presented, mimeType: MEDIA_TYPES.pdf.mimeType },
      signedSha256: carriesSignatures ? presented.sha256 : null,
      redrawnSha256: isRedrawn ? presented.sha256 : null,
      pageSizes: [...pageSizes],
    },
  ];
}

function planOf(details: SendDetails): SendPlan['plan'] {
  const { signers, subject, messageContent, requireVerification, senderName } = details;
  const { expiresDate, scheduledDate, ccOnComplete, remindEvery, allowHandOver, recipients } = details;
  const minute = (date: Date) => date.toISOString().slice(0, 16);
  return {
    signers: signers.map(toPlanned),
    ...{ subject, messageContent, requireVerification },
    ...(senderName !== null && { senderName }),
    ...(expiresDate && { expiresDate: minute(expiresDate) }),
    ...(scheduledDate && { scheduledDate: minute(scheduledDate) }),
    ...(ccOnComplete.length > 0 && { ccOnComplete }),
    ...(remindEvery !== null && { remindEvery }),
    ...(allowHandOver && { allowHandOver: true as const }),
    ...(recipients.length > 0 && { recipients: recipients.map(toPlannedRecipient) }),
  };
}

const toPlanned = ({ email, name, order, locale }: NewSigner) => ({
  ...{ email, name: name ?? '', order },
  ...(locale !== null && { locale }),
});
