import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { type Caller } from '../auth/principal.js';
import { isImported } from '../pdf/form-origin.js';
import { Transactions } from '../platform/database/transactions.js';
import { Uploads } from '../platform/storage/uploads.js';
import { DocumentIntake } from '../signatures/documents/document-intake.js';
import { type RequestModel, RequestModels } from '../signatures/request-models.js';
import { modelDefinition } from './domain/model-definition.js';
import { type TemplateDefinition } from './domain/template-content.js';
import { getTemplate } from './internal/template.queries.js';
import { RequestTemplate, type Template, TemplateVersion } from './template.entity.js';
import { requestTemplateNotFound } from './template.errors.js';
import { writeDocument } from './template-documents.js';
import { TemplatesService } from './templates.service.js';

interface RequestKey {
  organizationId: number;
  signatureId: number;
}

/** The version from which a request was made. */
export interface MadeFrom {
  templateId: number;
  version: number;
  sha256: string;
}

/** The same, with the template's name. */
export interface NamedOrigin extends MadeFrom {
  name: string;
}

/** Templates made from requests, and the templates from which requests were made. */
@Injectable()
export class RequestTemplates {
  constructor(
    private readonly dataSource: DataSource,
    private readonly transactions: Transactions,
    private readonly models: RequestModels,
    private readonly uploads: Uploads,
    private readonly intake: DocumentIntake,
    private readonly templates: TemplatesService,
  ) {}

  /** @throws AppError 404 for an unknown request, and for one that was not made from a template */
  async of(key: RequestKey): Promise<MadeFrom> {
    await this.models.assertShown(key);
    const found = await madeFrom(this.dataSource.manager, key);
    if (!found) throw requestTemplateNotFound();
    const { templateId, number: version, sha256 } = found;
    return { templateId, version, sha256: sha256.toString('hex') };
  }

  /** The version from which a request was made, cancelled or not; null if it was made by hand. */
  async originOf(key: RequestKey): Promise<NamedOrigin | null> {
    const { manager } = this.dataSource;
    const found = await madeFrom(manager, key);
    if (!found) return null;
    const { templateId, number: version, sha256 } = found;
    const { name } = await getTemplate(manager, { organizationId: key.organizationId, templateId });
    return { templateId, name, version, sha256: sha256.toString('hex') };
  }

  /**
   * The content of the version, exactly as its digest is computed over it; null if the request was made by hand.
   */
  async contentFor(manager: EntityManager, key: RequestKey): Promise<string | null> {
    return (await madeFrom(manager, key))?.content ?? null;
  }

  /** Whether `save` can make a template of a request. @throws AppError 404 */
  mayBecomeTemplate(key: RequestKey): Promise<boolean> {
    return this.models.isModel(key);
  }

  /**
   * Makes a template of a draft or a sent request: its document, fields, people as roles, and texts. What the sender and
   * the signers filled in stays with the request. The document is inspected like an upload.
   * @throws AppError 400 `template_empty` without an uploaded document, `document_gone`, or with the code of an inspection;
   * 404
   */
  async save(caller: Caller, signatureId: number, name?: string): Promise<Template> {
    const model = await this.models.read({ organizationId: caller.organizationId, signatureId });
    const definition = modelDefinition(model);
    const details = { name: name ?? model.documentName, description: '' };
    const take = isImported(model.origin) ? 'takeForm' : 'take';
    return this.uploads.again(model.original, (file) =>
      this.intake[take](caller.organizationId, file, undefined, (taken) =>
        this.transactions.run((tx) => this.write(tx, caller, { details, definition, model, taken })),
      ),
    );
  }

  private async write(
    tx: EntityManager,
    caller: Caller,
    {
      details,
      definition,
      model,
      taken,
    }: {
      details: { name: string; description: string };
      definition: TemplateDefinition;
      model: RequestModel;
      taken: Parameters<typeof writeDocument>[4];
    },
  ): Promise<Template> {
    const template = await this.templates.createIn(tx, caller, details, definition);
    await writeDocument(tx, template, 1, model.documentName, taken);
    return template;
  }
}

async function madeFrom(
  manager: EntityManager,
  { organizationId, signatureId }: RequestKey,
): Promise<TemplateVersion | null> {
  const made = await manager.findOneBy(RequestTemplate, { organizationId, signatureId });
  if (!made) return null;
  const { templateId, version: number } = made;
  return manager.findOneByOrFail(TemplateVersion, { organizationId, templateId, number });
}
