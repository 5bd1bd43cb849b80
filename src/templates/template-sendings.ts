import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { type Caller } from '../auth/principal.js';
import { refusedAll } from '../common/errors.js';
import { databaseTime } from '../platform/database/database-time.js';
import { type SendDetails } from '../signatures/domain/send-details.js';
import { type AddressedRequest, PreparedRequests } from '../signatures/prepared-requests.js';
import { type SentRequest } from '../signatures/sending.service.js';
import { type Signature } from '../signatures/signature.entity.js';
import { fillTemplate, type TemplateInput } from './domain/filled-template.js';
import { originOf } from './domain/imported-documents.js';
import { type TemplateOptions } from './domain/template-content.js';
import { type TemplateFault } from './domain/template-fault.js';
import { toPrepared } from './internal/prepared-template.js';
import { templateArchived } from './internal/template.errors.js';
import {
  documentsOf,
  getTemplate,
  getVersion,
  lockForRequest,
  type TemplateKey,
} from './internal/template.queries.js';
import { RequestTemplate, type TemplateVersion } from './template.entity.js';
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
    return fillTemplate(contentIn(version), given, dayOf(now)).faults ?? [];
  }

  private async prepare({ organizationId }: Caller, templateId: number, given: TemplateSending) {
    const key = { organizationId, templateId };
    const { version, now } = await this.open(key, given.version);
    return {
      addressed: await addressedRequest(this.dataSource.manager, key, version, given, now),
      writes: {
        before: (tx: EntityManager) => lockForRequest(tx, key),
        after: async (tx: EntityManager, { id: signatureId }: Signature) => {
          await tx.insert(RequestTemplate, { ...key, signatureId, version: version.number });
        },
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

async function addressedRequest(
  manager: EntityManager,
  key: TemplateKey,
  version: TemplateVersion,
  given: TemplateSending,
  now: Date,
): Promise<AddressedRequest> {
  const content = contentIn(version);
  const { filled, faults } = fillTemplate(content, given, dayOf(now));
  if (faults) throw refusedAll(faults);
  const documents = await documentsOf(manager, key, version.number);
  const { number, sha256 } = version;
  return {
    ...toPrepared(content, documents, filled.form),
    emails: Object.fromEntries(filled.signers.map(({ role, email }) => [role, email])),
    formOrigin: originOf(content.documents[0]),
    details: {
      ...detailsOf(content.options, given.overrides, now),
      signers: filled.signers.map(({ email, name, order, locale }) => ({ email, name, order, locale })),
    },
    origin: { template: { id: key.templateId, version: number, sha256: sha256.toString('hex') } },
  };
}

/** The template's options, unless the sender says otherwise. A deadline in days counts from the time of sending. */
function detailsOf(
  options: TemplateOptions,
  overrides: TemplateOverrides,
  now: Date,
): Omit<SendDetails, 'signers'> {
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
