import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { type Caller } from '../auth/principal.js';
import { refusedAll } from '../common/errors.js';
import { readForm } from '../forms/read-form.js';
import { Transactions } from '../platform/database/transactions.js';
import { FileDeletions } from '../platform/storage/file-deletions.js';
import { type IncomingFile } from '../platform/storage/incoming-file.js';
import { DocumentIntake, type TakenDocument } from '../signatures/documents/document-intake.js';
import { importsBeside, importsWithout } from './domain/imported-documents.js';
import { placeFaults } from './domain/publishing-faults.js';
import { formOf, MAX_DOCUMENTS } from './domain/template-content.js';
import { type TemplateFault, toTemplateFault } from './domain/template-fault.js';
import { fieldsOn, withoutDocument } from './domain/without-document.js';
import { documentsOf, getTemplate, lockActive } from './internal/template.queries.js';
import { TemplateActions } from './internal/template-actions.js';
import { DRAFT_VERSION, Template, TemplateDocument } from './template.entity.js';
import { documentNumber, fieldsOnDocument, templateDocumentNotFound, textTags } from './template.errors.js';
import { draftOf, saveDefinition, type TemplateDraft } from './template-definitions.js';

/** An upload for a draft. */
export interface DocumentUpload {
  /** From 1; one more than there are adds a document. */
  n: number;
  file: IncomingFile;
  name: string;
}

export interface ReplacedDocument {
  document: TemplateDocument;
  revision: number;
  /** The fields that do not fit the document; they stay until somebody moves or removes them. */
  problems: TemplateFault[];
}

/** The documents of templates' drafts. */
@Injectable()
export class TemplateDocuments {
  constructor(
    private readonly dataSource: DataSource,
    private readonly transactions: Transactions,
    private readonly intake: DocumentIntake,
    private readonly deletions: FileDeletions,
    private readonly actions: TemplateActions,
  ) {}

  /** For a check before the body is read; `put` checks again. @throws AppError 404, 400 */
  async assertDue(organizationId: number, templateId: number, n: number): Promise<void> {
    const { manager } = this.dataSource;
    const template = await getTemplate(manager, { organizationId, templateId });
    assertNumber(n, (await documentsOf(manager, { organizationId, templateId: template.id })).length);
  }

  /**
   * Adds a document or replaces one; fields stay where they are.
   * @throws AppError 400 or 413, with a code for the problem; 404; the signal's reason
   */
  put(
    caller: Caller,
    templateId: number,
    { n, file, name }: DocumentUpload,
    signal?: AbortSignal,
  ): Promise<ReplacedDocument> {
    const { organizationId } = caller;
    return this.intake.take(organizationId, file, signal, (taken) => {
      if (taken.layout.tags.length > 0) throw textTags();
      return this.transactions.run(async (tx) => {
        const template = await lockActive(tx, { organizationId, templateId });
        const documents = await documentsOf(tx, { organizationId, templateId });
        assertNumber(n, documents.length);
        const document = await writeDocument(tx, template, n, name, taken);
        const earlier = documents[n - 1];
        if (earlier) await dropFiles(this.deletions, tx, earlier);
        const imports = importsBeside(template.definition, n, null);
        await saveDefinition(tx, template, { ...template.definition, ...imports });
        await this.actions.recordEdit(tx, caller, templateId);
        const problems = placeFaults(
          template.definition.fields.map((field) => ({
            ...field,
            places: field.places.filter((at) => at.document === n),
          })),
          [document],
        );
        return { document, revision: template.revision + 1, problems };
      });
    });
  }

  /**
   * Removes a document; the later ones move up.
   * @param removesFields - whether the fields on it go as well
   * @throws AppError 400 `template_fields_on_document`, `template_archived`, or naming what is wrong with the fields that
   * are left; 404
   */
  remove(caller: Caller, templateId: number, n: number, removesFields: boolean): Promise<TemplateDraft> {
    const { organizationId } = caller;
    const key = { organizationId, templateId };
    return this.transactions.run(async (tx) => {
      const template = await lockActive(tx, key);
      const documents = await documentsOf(tx, key);
      const document = documents[n - 1];
      if (!document) throw templateDocumentNotFound();
      const { definition } = template;
      const lost = fieldsOn(definition.fields, n);
      if (lost.length > 0 && !removesFields)
        throw fieldsOnDocument(
          n,
          lost.map((field) => field.key),
        );
      const left = {
        ...definition,
        fields: withoutDocument(definition.fields, n),
        ...importsWithout(definition, n),
      };
      const faults = definition.roles.length > 0 ? readForm(formOf(left)).faults : null;
      if (faults) throw refusedAll(faults.map(toTemplateFault));
      await removeRow(tx, document, documents.length);
      await dropFiles(this.deletions, tx, document);
      await saveDefinition(tx, template, left);
      await this.actions.recordEdit(tx, caller, templateId);
      return draftOf(tx, await getTemplate(tx, key));
    });
  }
}

/** Drops the files of a document; they stay while a published version or a duplicate uses them. */
export function dropFiles(
  deletions: FileDeletions,
  tx: EntityManager,
  { organizationId, originalKey, presentedKey }: TemplateDocument,
): Promise<void> {
  return deletions.add(tx, organizationId, [...new Set([originalKey, presentedKey])]);
}

function assertNumber(n: number, documents: number): void {
  const most = Math.min(documents + 1, MAX_DOCUMENTS);
  if (n < 1 || n > most) throw documentNumber(n, most);
}

/** Writes a document of a draft. */
export async function writeDocument(
  tx: EntityManager,
  { organizationId, id: templateId }: Template,
  n: number,
  name: string,
  { original, presented, layout, pages, extension }: TakenDocument,
): Promise<TemplateDocument> {
  const key = { organizationId, templateId, version: DRAFT_VERSION, n };
  await tx.upsert(
    TemplateDocument,
    {
      ...key,
      ...{ name, pages, extension, mimeType: original.mimeType },
      ...{
        originalKey: original.storageKey,
        originalSha256: original.sha256,
        originalBytes: original.sizeBytes,
      },
      ...{ presentedKey: presented.storageKey, presentedSha256: presented.sha256 },
      ...{ presentedBytes: presented.sizeBytes, carriesSignatures: layout.carriesSignatures },
      isRedrawn: layout.isRedrawn,
      pageSizes: layout.pageSizes,
      createdAt: () => 'app_now()',
    },
    ['organizationId', 'templateId', 'version', 'n'],
  );
  return tx.findOneByOrFail(TemplateDocument, key);
}

/** Row by row, because each takes the number that the one before it has just left. */
async function removeRow(
  tx: EntityManager,
  { organizationId, templateId, n }: TemplateDocument,
  documents: number,
): Promise<void> {
  const key = { organizationId, templateId, version: DRAFT_VERSION };
  await tx.delete(TemplateDocument, { ...key, n });
  for (let next = n + 1; next <= documents; next++)
    await tx.update(TemplateDocument, { ...key, n: next }, { n: next - 1 });
}
