import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { canonicalJson } from '../audit-chain/canonical-json.js';
import { type Caller } from '../auth/principal.js';
import { type ZipEntry } from '../common/zip-stream.js';
import { isImported } from '../pdf/form-origin.js';
import { sha256 } from '../platform/crypto/tokens.js';
import { Transactions } from '../platform/database/transactions.js';
import { FileStore } from '../platform/storage/file-store.js';
import { DocumentIntake, type TakenDocument } from '../signatures/documents/document-intake.js';
import { type ArchivedTemplate, DEFINITION_FILE, originalName } from './domain/archived-template.js';
import { importOf, importsOf, originOf } from './domain/imported-documents.js';
import { contentOf, type TemplateDefinition } from './domain/template-content.js';
import { toFacts } from './internal/prepared-template.js';
import { documentsOf, getTemplate, type TemplateKey } from './internal/template.queries.js';
import { type Template, type TemplateDocument } from './template.entity.js';
import { archiveInvalid, textTags } from './template.errors.js';
import { type GivenDefinition, normalForm } from './template-definitions.js';
import { writeDocument } from './template-documents.js';
import { TemplatesService } from './templates.service.js';

/** What an archive contains, once it was unpacked and its parts were read. */
export interface GivenArchive {
  template: ArchivedTemplate;
  definition: GivenDefinition;
  files: ReadonlyMap<string, Buffer>;
}

/** Templates as ZIP archives: the draft's content as canonical JSON, and its documents as they were uploaded. */
@Injectable()
export class TemplateArchives {
  constructor(
    private readonly dataSource: DataSource,
    private readonly transactions: Transactions,
    private readonly files: FileStore,
    private readonly intake: DocumentIntake,
    private readonly templates: TemplatesService,
  ) {}

  /** @returns the files of the archive, and how many bytes they have in all @throws AppError 404 */
  async export(
    key: TemplateKey,
  ): Promise<{ entries: AsyncGenerator<ZipEntry>; sizeBytes: number; name: string }> {
    const { manager } = this.dataSource;
    const template = await getTemplate(manager, key);
    const documents = await documentsOf(manager, key);
    const sizeBytes = documents.reduce((sum, { originalBytes }) => sum + originalBytes, 0);
    return { entries: this.entriesOf(template, documents), sizeBytes, name: template.name };
  }

  /**
   * Makes a template of an exported one. Its documents are inspected like uploads, and their digests compared.
   * @throws AppError 400 `template_archive_invalid`, naming what is wrong with the definition, or with the code of an
   * inspection
   */
  async import(caller: Caller, { template, definition, files }: GivenArchive): Promise<Template> {
    const found = template.documents.map(({ n, imported }) => [n, imported] as const);
    const normal = { ...normalForm(definition), ...importsOf(found) };
    const taken: TakenDocument[] = [];
    const documents = template.documents.map(({ n, extension, originalSha256 }) => {
      const bytes = files.get(originalName(n, extension));
      if (!bytes) throw archiveInvalid(`${originalName(n, extension)} is missing`);
      if (sha256(bytes).toString('hex') !== originalSha256)
        throw archiveInvalid(`${originalName(n, extension)} has another digest than template.json says`);
      return bytes;
    });
    const next = async (): Promise<Template> => {
      const bytes = documents[taken.length];
      if (!bytes) return this.write(caller, template, normal, taken);
      const file = await this.files.begin(caller.organizationId, bytes.length);
      try {
        await file.write(bytes);
        const take = isImported(originOf(importOf(normal, taken.length + 1))) ? 'takeForm' : 'take';
        return await this.intake[take](caller.organizationId, await file.end(), undefined, (each) => {
          if (each.layout.tags.length > 0) throw textTags();
          taken.push(each);
          return next();
        });
      } finally {
        await file.discard();
      }
    };
    return next();
  }

  private write(
    caller: Caller,
    { name, description, documents }: ArchivedTemplate,
    definition: TemplateDefinition,
    taken: readonly TakenDocument[],
  ): Promise<Template> {
    return this.transactions.run(async (tx) => {
      const template = await this.templates.createIn(tx, caller, { name, description }, definition);
      for (const [index, each] of taken.entries())
        await writeDocument(tx, template, index + 1, documents[index]!.name, each);
      return template;
    });
  }

  private async *entriesOf(
    { name, description, definition, updatedAt: changedAt }: Template,
    documents: readonly TemplateDocument[],
  ): AsyncGenerator<ZipEntry> {
    const content = contentOf(definition, documents.map(toFacts));
    const extensions = documents.map(({ extension }) => extension);
    const about = canonicalJson({ name, description, extensions, content });
    yield { name: DEFINITION_FILE, bytes: Buffer.from(about), changedAt };
    for (const { n, extension, originalKey, createdAt } of documents)
      yield {
        name: originalName(n, extension),
        bytes: await this.files.get(originalKey),
        changedAt: createdAt,
      };
  }
}
