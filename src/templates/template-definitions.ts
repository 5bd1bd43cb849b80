import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { type Caller } from '../auth/principal.js';
import { refusedAll } from '../common/errors.js';
import { readForm } from '../forms/read-form.js';
import { Transactions } from '../platform/database/transactions.js';
import { importsIn } from './domain/imported-documents.js';
import { publishingFaults } from './domain/publishing-faults.js';
import {
  type TemplateDefinition,
  type TemplateOptions,
  type TemplateRole,
} from './domain/template-content.js';
import { type TemplateFault, toTemplateFault } from './domain/template-fault.js';
import { documentsOf, getTemplate, lockActive, type TemplateKey } from './internal/template.queries.js';
import { TemplateActions } from './internal/template-actions.js';
import { Template, type TemplateDocument } from './template.entity.js';
import { templateChanged } from './template.errors.js';

/** A definition as it arrives: its fields may be anything. */
export interface GivenDefinition {
  roles: TemplateRole[];
  fields: unknown[];
  options: TemplateOptions;
}

/** A draft with what still keeps it from being published. */
export interface TemplateDraft {
  template: Template;
  documents: TemplateDocument[];
  problems: TemplateFault[];
}

/** The editable definitions of templates. */
@Injectable()
export class TemplateDefinitions {
  constructor(
    private readonly dataSource: DataSource,
    private readonly transactions: Transactions,
    private readonly actions: TemplateActions,
  ) {}

  /** @throws AppError 404 */
  async get(key: TemplateKey): Promise<TemplateDraft> {
    const { manager } = this.dataSource;
    return draftOf(manager, await getTemplate(manager, key));
  }

  /**
   * Replaces the definition. It has to be right in itself, but need not fit the documents yet.
   * @param revision - the one that the change is based on
   * @throws AppError 400 naming everything that is wrong, `template_changed` for another revision, `template_archived`;
   * 404
   */
  replace(
    caller: Caller,
    templateId: number,
    given: GivenDefinition,
    revision: number,
  ): Promise<TemplateDraft> {
    const definition = normalForm(given);
    const key = { organizationId: caller.organizationId, templateId };
    return this.transactions.run(async (tx) => {
      const template = await lockActive(tx, key);
      if (template.revision !== revision) throw templateChanged(template.revision);
      await saveDefinition(tx, template, { ...definition, ...importsIn(template.definition) });
      await this.actions.recordEdit(tx, caller, templateId);
      return draftOf(tx, await getTemplate(tx, key));
    });
  }
}

/** Reads the form of a definition strictly. @throws AppError 400 naming everything that is wrong */
export function normalForm({ roles, fields, options }: GivenDefinition): TemplateDefinition {
  const { form, faults } = readForm({ roles: roles.map(({ key, order }) => ({ key, order })), fields });
  if (faults) throw refusedAll(faults.map(toTemplateFault));
  return { roles, fields: [...form.definition.fields], options };
}

/** Writes the draft of a locked template, and raises its revision. */
export async function saveDefinition(
  tx: EntityManager,
  { organizationId, id, revision }: Template,
  definition: TemplateDefinition,
): Promise<void> {
  const changes = { definition: definition as object, revision: revision + 1, updatedAt: () => 'app_now()' };
  await tx.update(Template, { organizationId, id }, changes);
}

export async function draftOf(manager: EntityManager, template: Template): Promise<TemplateDraft> {
  const { organizationId, id: templateId } = template;
  const documents = await documentsOf(manager, { organizationId, templateId });
  return { template, documents, problems: publishingFaults(template.definition, documents) };
}
