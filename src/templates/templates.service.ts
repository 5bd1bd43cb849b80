import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager, In } from 'typeorm';
import { type Caller } from '../auth/principal.js';
import { Transactions } from '../platform/database/transactions.js';
import { EventBus } from '../platform/events/event-bus.js';
import { EMPTY_DEFINITION, type TemplateDefinition } from './domain/template-content.js';
import {
  copyDocuments,
  getTemplate,
  getVersion,
  listTemplates,
  lockActive,
  type TemplateFilter,
  type TemplateKey,
  type TemplateRow,
} from './internal/template.queries.js';
import { TemplateActions } from './internal/template-actions.js';
import { DRAFT_VERSION, Template } from './template.entity.js';
import { type TemplatePayload } from './template.events.js';

export interface TemplateDetails {
  name: string;
  description: string;
}

/** Creates, lists, renames, archives and duplicates templates. */
@Injectable()
export class TemplatesService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly transactions: Transactions,
    private readonly events: EventBus,
    private readonly actions: TemplateActions,
  ) {}

  create(caller: Caller, details: TemplateDetails): Promise<Template> {
    return this.transactions.run((tx) => this.createIn(tx, caller, details));
  }

  /** @param definition - of its draft, in its normal form */
  async createIn(
    tx: EntityManager,
    caller: Caller,
    details: TemplateDetails,
    definition: TemplateDefinition = EMPTY_DEFINITION,
  ): Promise<Template> {
    const { organizationId, userId: createdByUserId } = caller;
    const { identifiers } = await tx.insert(Template, {
      ...{ organizationId, createdByUserId, name: details.name, description: details.description },
      // TypeORM's partial type cannot express unions inside JSON.
      definition: definition as object,
    });
    const { id } = identifiers[0] as { id: number };
    await this.actions.record(tx, caller, 'template_made', id);
    return getTemplate(tx, { organizationId, templateId: id });
  }

  list(filter: TemplateFilter): Promise<{ rows: TemplateRow[]; total: number }> {
    return listTemplates(this.dataSource.manager, filter);
  }

  /** @throws AppError 404 */
  get(key: TemplateKey): Promise<Template> {
    return getTemplate(this.dataSource.manager, key);
  }

  /** The names of templates by id. */
  async names(organizationId: number, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
    const found = await this.dataSource.manager.find(Template, {
      select: { id: true, name: true },
      where: { organizationId, id: In([...ids]) },
    });
    return new Map(found.map(({ id, name }) => [id, name]));
  }

  /** @throws AppError 404, 400 `template_archived` */
  describe(caller: Caller, templateId: number, details: Partial<TemplateDetails>): Promise<Template> {
    const key = { organizationId: caller.organizationId, templateId };
    return this.transactions.run(async (tx) => {
      const { organizationId, id } = await lockActive(tx, key);
      await tx.update(Template, { organizationId, id }, { ...details, updatedAt: () => 'app_now()' });
      await this.actions.recordEdit(tx, caller, id);
      return getTemplate(tx, key);
    });
  }

  /**
   * Archives a template: it can no longer be changed or sent, while requests made from it go on. Archiving one again
   * changes nothing.
   * @throws AppError 404
   */
  archive(caller: Caller, templateId: number): Promise<Template> {
    const key = { organizationId: caller.organizationId, templateId };
    return this.transactions.run(async (tx) => {
      const template = await getTemplate(tx, key, { lock: true });
      if (template.archivedAt) return template;
      const { organizationId, id } = template;
      const now = () => 'app_now()';
      await tx.update(Template, { organizationId, id }, { archivedAt: now, updatedAt: now });
      await this.events.publish(tx, {
        ...{ type: 'template.archived', organizationId },
        data: await payloadOf(tx, template),
      });
      await this.actions.record(tx, caller, 'template_archived', id);
      return getTemplate(tx, key);
    });
  }

  /**
   * Makes a template with the same draft, which shares the files, and without versions. An archived one can be
   * duplicated as well.
   * @param name - by default that of the original
   * @throws AppError 404
   */
  duplicate(caller: Caller, templateId: number, name?: string): Promise<Template> {
    const key = { organizationId: caller.organizationId, templateId };
    return this.transactions.run(async (tx) => {
      const { definition, ...original } = await getTemplate(tx, key, { lock: true });
      const details = { name: name ?? original.name, description: original.description };
      const copy = await this.createIn(tx, caller, details, definition);
      await copyDocuments(tx, key, DRAFT_VERSION, { templateId: copy.id, version: DRAFT_VERSION });
      return copy;
    });
  }
}

async function payloadOf(tx: EntityManager, template: Template): Promise<TemplatePayload> {
  const { id, name, latestVersion } = template;
  const version = latestVersion === null ? null : await getVersion(tx, template);
  return { id, name, version: latestVersion, sha256: version?.sha256.toString('hex') ?? null };
}
