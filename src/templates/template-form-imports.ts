import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { type Caller } from '../auth/principal.js';
import { type FormImport } from '../pdf/form-import.js';
import { originOf } from '../pdf/form-origin.js';
import { type AccountedImport, accountOf } from '../pdf/import-account.js';
import { assignedFields } from '../pdf/imported-fields.js';
import { Transactions } from '../platform/database/transactions.js';
import { FileDeletions } from '../platform/storage/file-deletions.js';
import { Uploads } from '../platform/storage/uploads.js';
import { DocumentIntake, type TakenDocument } from '../signatures/documents/document-intake.js';
import { importsBeside, toImport } from './domain/imported-documents.js';
import { type TemplateRole } from './domain/template-content.js';
import { fieldsBeside } from './domain/without-document.js';
import { documentsOf, getTemplate, lockActive, type TemplateKey } from './internal/template.queries.js';
import { TemplateActions } from './internal/template-actions.js';
import { type Template, type TemplateDocument } from './template.entity.js';
import { templateArchived, templateChanged, templateDocumentNotFound } from './template.errors.js';
import { draftOf, normalForm, saveDefinition, type TemplateDraft } from './template-definitions.js';
import { dropFiles, writeDocument } from './template-documents.js';

/** Who fills in the fields of a document. */
export interface ImportedRoles {
  /** In place of those of the draft; by default these, or, in a draft without any, one signer. */
  roles?: TemplateRole[];
  /** Of all fields that `fieldRoles` does not name; by default the first role. */
  role?: string;
  /** Roles by the fields' keys. */
  fieldRoles?: Readonly<Record<string, string>>;
}

/** A draft whose document's form became its fields. */
export interface TemplateImport extends AccountedImport {
  document: TemplateDocument;
  draft: TemplateDraft;
}

/** Of a draft that has no roles yet. */
const SIGNER: TemplateRole = { key: 'signer_1', name: 'Signer 1', action: 'sign', order: 1 };

/** Imports the forms of the PDFs that were uploaded as documents of templates. */
@Injectable()
export class TemplateFormImports {
  constructor(
    private readonly dataSource: DataSource,
    private readonly transactions: Transactions,
    private readonly uploads: Uploads,
    private readonly intake: DocumentIntake,
    private readonly deletions: FileDeletions,
    private readonly actions: TemplateActions,
  ) {}

  /**
   * Imports the form of document `n` as it was uploaded: signers read it without its form, whose fields replace those on
   * the document.
   * @param revision - the one that the change is based on
   * @throws AppError 400 or 413 as an import into a request, with a code for the problem or naming what is wrong with the
   * roles; `template_changed`, `template_archived`; 404
   */
  async import(
    caller: Caller,
    { templateId, n, revision }: { templateId: number; n: number; revision: number },
    people: ImportedRoles,
  ): Promise<TemplateImport> {
    const key = { organizationId: caller.organizationId, templateId };
    const { manager } = this.dataSource;
    const template = await getTemplate(manager, key);
    if (template.archivedAt) throw templateArchived();
    const { originalKey: storageKey, originalBytes: sizeBytes } = await documentOf(manager, template, {
      key,
      n,
      revision,
    });
    const { organizationId } = key;
    return this.uploads.again({ organizationId, storageKey, sizeBytes }, (file) =>
      this.intake.takeForm(organizationId, file, undefined, (taken, found) =>
        this.transactions.run((tx) => this.write(tx, caller, { key, n, revision }, { taken, found, people })),
      ),
    );
  }

  private async write(
    tx: EntityManager,
    caller: Caller,
    { key, n, revision }: { key: TemplateKey; n: number; revision: number },
    { taken, found, people }: { taken: TakenDocument; found: FormImport; people: ImportedRoles },
  ): Promise<TemplateImport> {
    const template = await lockActive(tx, key);
    const earlier = await documentOf(tx, template, { key, n, revision });
    const account = accountOf(found);
    const { definition } = template;
    const roles = people.roles ?? (definition.roles.length > 0 ? definition.roles : [SIGNER]);
    const { role = roles[0]?.key ?? '', fieldRoles = {} } = people;
    const fields = [
      ...fieldsBeside(definition.fields, n),
      ...assignedFields(found.imported, { role, fieldRoles }, { document: n, path: '' }),
    ];
    const changed = normalForm({ roles, fields, options: definition.options });
    const imported = toImport(originOf(found.imported));
    const told = imported && { ...imported, importReportSha256: account.reportSha256 };
    const document = await writeDocument(tx, template, n, earlier.name, taken);
    await dropFiles(this.deletions, tx, earlier);
    await saveDefinition(tx, template, { ...changed, ...importsBeside(definition, n, told) });
    await this.actions.recordEdit(tx, caller, template.id);
    return { document, draft: await draftOf(tx, await getTemplate(tx, key)), ...account };
  }
}

/** @throws AppError 400 `template_changed`; 404 */
async function documentOf(
  manager: EntityManager,
  template: Template,
  { key, n, revision }: { key: TemplateKey; n: number; revision: number },
): Promise<TemplateDocument> {
  if (template.revision !== revision) throw templateChanged(template.revision);
  const document = (await documentsOf(manager, key))[n - 1];
  if (!document) throw templateDocumentNotFound();
  return document;
}
