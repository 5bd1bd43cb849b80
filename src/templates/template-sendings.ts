import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { type Caller } from '../auth/principal.js';
import { AppError, refusedAll } from '../common/errors.js';
import { databaseTime } from '../platform/database/database-time.js';
import { type SendDetails } from '../signatures/domain/send-details.js';
import {
  type AddressedRequest,
  type MadeRequest,
  type PaperNames,
  PreparedRequests,
  type UnmeasuredValues,
} from '../signatures/prepared-requests.js';
import { type SentRequest } from '../signatures/sending.service.js';
import { type Signature } from '../signatures/signature.entity.js';
import {
  FillableTemplate,
  type FilledTemplate,
  keyFaults,
  type TemplateInput,
} from './domain/filled-template.js';
import { originOf } from './domain/imported-documents.js';
import { type TemplateContent, type TemplateOptions } from './domain/template-content.js';
import { type TemplateFault, toTemplateFault } from './domain/template-fault.js';
import { toPrepared } from './internal/prepared-template.js';
import {
  documentsOf,
  getTemplate,
  getVersion,
  lockForRequest,
  type TemplateKey,
} from './internal/template.queries.js';
import { RequestTemplate, type TemplateDocument, type TemplateVersion } from './template.entity.js';
import { templateArchived } from './template.errors.js';
import { contentIn } from './template-versions.js';

/** The sender's choices in place of the template's. */
export type TemplateOverrides = Partial<
  Pick<
    SendDetails,
    'subject' | 'messageContent' | 'expiresDate' | 'scheduledDate' | 'ccOnComplete' | 'requireVerification'
  >
> & { senderName?: string; categoryId?: number };

/** What a template is sent with. */
export interface TemplateSending extends TemplateInput {
  /** Null for the latest. */
  version: number | null;
  overrides: TemplateOverrides;
}

/** A published version from which requests are to be made, and the time. */
export interface OpenTemplate {
  key: TemplateKey;
  version: TemplateVersion;
  content: TemplateContent;
  /** The content, ready to be filled in. */
  fillable: FillableTemplate;
  documents: TemplateDocument[];
  now: Date;
  /** The organization's language. */
  locale: string | null;
}

/** Everything that is wrong, and values of which it is not known yet whether they fit; null for none. */
export interface Checked {
  faults: readonly TemplateFault[];
  unmeasured: UnmeasuredValues | null;
}

const DAY_MS = 86_400_000;

/** Makes requests from published versions. */
@Injectable()
export class TemplateSendings {
  constructor(
    private readonly dataSource: DataSource,
    private readonly requests: PreparedRequests,
  ) {}

  /**
   * Sends a request to the people given, or schedules it. Nothing is copied, inspected or tried again.
   * @throws AppError 400 naming everything that is wrong with people and values, as sending a draft,
   * `template_not_published`, `template_version_unknown`, `template_archived`; 404
   */
  async send(caller: Caller, templateId: number, given: TemplateSending): Promise<SentRequest> {
    const { addressed, writes } = await this.prepare(caller, templateId, given);
    return this.requests.send(caller, addressed, writes);
  }

  /** Makes a draft with the people and values given. @throws AppError as `send` */
  async draft(caller: Caller, templateId: number, given: TemplateSending): Promise<Signature> {
    const { addressed, writes } = await this.prepare(caller, templateId, given);
    return this.requests.draft(caller, addressed, writes);
  }

  /**
   * Everything that is wrong with people and values, without making anything.
   * @throws AppError 400 `template_not_published`, `template_version_unknown`, `template_archived`; 404
   */
  async faultsOf(key: TemplateKey, given: TemplateSending): Promise<TemplateFault[]> {
    const { version, now } = await this.open(key, given.version);
    return new FillableTemplate(contentIn(version)).fill(given, dayOf(now)).faults ?? [];
  }

  /**
   * Opens a version for many requests.
   * @throws AppError 400 `template_not_published`, `template_version_unknown`, `template_archived`; 404
   */
  async openFor(key: TemplateKey, number: number | null): Promise<OpenTemplate> {
    const { version, now } = await this.open(key, number);
    const documents = await documentsOf(this.dataSource.manager, key, version.number);
    const content = contentIn(version);
    const locale = await this.requests.usualLocale(key.organizationId);
    return { key, version, content, fillable: new FillableTemplate(content), documents, now, locale };
  }

  /** Whether `sendOneOfMany` would take these people and values, as far as they need not be measured. */
  check(open: OpenTemplate, given: Omit<TemplateSending, 'version'>): Checked {
    const { filled, faults } = open.fillable.fill(given, dayOf(open.now));
    if (faults) return { faults, unmeasured: null };
    const request = addressedRequest(open, filled, given.overrides);
    try {
      this.requests.assertDrawable(request);
    } catch (error) {
      if (!(error instanceof AppError) || error.code === undefined) throw error;
      return { faults: [{ code: error.code, field: 'row', message: error.message }], unmeasured: null };
    }
    return { faults: [], unmeasured: this.requests.unmeasured(request, open.locale) };
  }

  /**
   * Values that are too long for their places, for each of several inputs that `check` found right.
   * @throws AppError 429 or 503 if they cannot be measured now
   */
  async misfits({ key }: OpenTemplate, values: readonly UnmeasuredValues[]): Promise<TemplateFault[][]> {
    const found = await this.requests.misfits(key.organizationId, values);
    return found.map((faults) => faults.map(toTemplateFault));
  }

  /**
   * The document with the values given, as the sealed one will show them.
   * @throws AppError 400 naming what is wrong with people and values; ChildTaskError, or AppError 429 or 503 for too many tasks
   */
  draw(open: OpenTemplate, given: Omit<TemplateSending, 'version'>): Promise<Buffer> {
    const today = dayOf(open.now);
    const { filled, faults } = open.fillable.fill(given, today);
    if (faults) throw refusedAll(faults);
    const addressed = addressedRequest(open, filled, given.overrides);
    return this.requests.draw(open.key.organizationId, addressed, today);
  }

  /** @throws AppError 400 `value_unknown`, `value_invalid` for keys of fields that take no value */
  assertReadOnly({ content }: OpenTemplate, readOnly: readonly string[]): void {
    const faults = keyFaults(content.fields, { values: {}, readOnly });
    if (faults.length > 0) throw refusedAll(faults);
  }

  /**
   * Keeps the template until `tx` ends. To be called before `tx` locks anything else.
   * @returns what all requests that `tx` makes have in common
   * @throws AppError 400, 404
   */
  async begin(tx: EntityManager, { key, content }: OpenTemplate): Promise<PaperNames> {
    const recipients = content.roles.filter(({ action }) => action !== 'sign');
    const usual = await this.requests.beginMany(tx, key.organizationId, recipients);
    await lockForRequest(tx, key);
    return usual;
  }

  /**
   * Sends one of many requests in `tx`, which `begin` has prepared. Its invitations go after all other mails.
   * @param usual - what `begin` found
   * @param origin - what the event `created` says besides the template
   * @throws AppError 400 as `send`
   */
  sendOneOfMany(
    tx: EntityManager,
    caller: Caller,
    open: OpenTemplate,
    given: Omit<TemplateSending, 'version'>,
    { usual, origin }: { usual: PaperNames; origin: Record<string, unknown> },
  ): Promise<SentRequest> {
    const { filled, faults } = open.fillable.fill(given, dayOf(open.now));
    if (faults) throw refusedAll(faults);
    const addressed = addressedRequest(open, filled, given.overrides);
    const ofMany = { ...addressed, origin: { ...addressed.origin, ...origin } };
    return this.requests.sendOneOfMany(tx, caller, ofMany, usual, attachment(open));
  }

  private async prepare({ organizationId }: Caller, templateId: number, given: TemplateSending) {
    const key = { organizationId, templateId };
    const open = await this.openFor(key, given.version);
    const { filled, faults } = open.fillable.fill(given, dayOf(open.now));
    if (faults) throw refusedAll(faults);
    return {
      addressed: addressedRequest(open, filled, given.overrides),
      writes: {
        before: (tx: EntityManager) => lockForRequest(tx, key),
        after: attachment(open),
      },
    };
  }

  /** The version to send, and the time. */
  private async open(
    key: TemplateKey,
    number: number | null,
  ): Promise<{ version: TemplateVersion; now: Date }> {
    const { manager } = this.dataSource;
    const template = await getTemplate(manager, key);
    if (template.archivedAt) throw templateArchived();
    const version = await getVersion(manager, template, number ?? template.latestVersion);
    return { version, now: await databaseTime(manager) };
  }
}

/** In UTC, as `YYYY-MM-DD`. */
const dayOf = (now: Date) => now.toISOString().slice(0, 10);

/** Notes the version from which a request is made. */
const attachment =
  ({ key, version }: OpenTemplate) =>
  async (tx: EntityManager, { id: signatureId }: MadeRequest) => {
    await tx.insert(RequestTemplate, { ...key, signatureId, version: version.number });
  };

function addressedRequest(
  { key, version, content, documents, now }: OpenTemplate,
  filled: FilledTemplate,
  overrides: TemplateOverrides,
): AddressedRequest {
  const { number, sha256 } = version;
  return {
    ...toPrepared(content, documents, filled.form),
    emails: Object.fromEntries(filled.signers.map(({ role, email }) => [role, email])),
    formOrigin: originOf(content.documents[0]),
    details: {
      ...detailsOf(content.options, overrides, now),
      signers: filled.signers.map(({ email, name, order, locale }) => ({ email, name, order, locale })),
      recipients: filled.recipients,
    },
    origin: { template: { id: key.templateId, version: number, sha256: sha256.toString('hex') } },
  };
}

/** The template's options, unless the sender says otherwise. A deadline in days counts from the time of sending. */
function detailsOf(
  options: TemplateOptions,
  overrides: TemplateOverrides,
  now: Date,
): Omit<SendDetails, 'signers' | 'recipients'> {
  const { scheduledDate = null } = overrides;
  const begin = (scheduledDate ?? now).getTime();
  const usual = options.expiresInDays === null ? null : new Date(begin + options.expiresInDays * DAY_MS);
  return {
    subject: overrides.subject ?? options.subject,
    messageContent: overrides.messageContent ?? options.messageContent,
    senderName: overrides.senderName ?? options.senderName,
    expiresDate: overrides.expiresDate ?? usual,
    scheduledDate,
    ccOnComplete: overrides.ccOnComplete ?? options.ccOnComplete,
    requireVerification: overrides.requireVerification ?? options.requireVerification,
    categoryId: overrides.categoryId ?? options.categoryId,
    remindEvery: options.remindEvery,
    allowHandOver: options.allowHandOver,
  };
}
