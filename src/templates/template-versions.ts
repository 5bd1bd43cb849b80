import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { MEDIA_TYPES } from '../pdf/media-types.js';
import { Settings } from '../platform/config/settings.js';
import { Downloads, type OpenAnswer } from '../platform/storage/downloads.js';
import { FileStore } from '../platform/storage/file-store.js';
import { type Difference, differencesOf } from './domain/differences.js';
import { type TemplateContent } from './domain/template-content.js';
import { type JsonSchema, valuesSchema } from './domain/values-schema.js';
import {
  documentsOf,
  getTemplate,
  getVersion,
  listVersions,
  type TemplateKey,
} from './internal/template.queries.js';
import { type Template, type TemplateDocument, type TemplateVersion } from './template.entity.js';
import { templateDocumentNotFound, versionNotFound } from './template.errors.js';

export interface FullVersion {
  version: TemplateVersion;
  content: TemplateContent;
  documents: TemplateDocument[];
}

/** A file of a version, before it is loaded. */
export interface LocatedFile {
  key: string;
  sha256: Buffer;
  sizeBytes: number;
  mimeType: string;
  fileName: string;
}

/** Reads published versions. */
@Injectable()
export class TemplateVersions {
  constructor(
    private readonly dataSource: DataSource,
    private readonly files: FileStore,
    private readonly downloads: Downloads,
    private readonly settings: Settings,
  ) {}

  /** The latest first. @throws AppError 404 */
  async list(
    key: TemplateKey,
    page: { skip: number; limit: number },
  ): Promise<{ rows: TemplateVersion[]; total: number }> {
    const { manager } = this.dataSource;
    await getTemplate(manager, key);
    return listVersions(manager, key, page);
  }

  /** @throws AppError 404 */
  async get(key: TemplateKey, number: number): Promise<FullVersion> {
    const { manager } = this.dataSource;
    const version = await this.find(manager, await getTemplate(manager, key), number);
    return { version, content: contentIn(version), documents: await documentsOf(manager, key, number) };
  }

  /** @throws AppError 404 */
  async differences(key: TemplateKey, from: number, to: number): Promise<Difference[]> {
    const { manager } = this.dataSource;
    const template = await getTemplate(manager, key);
    const [before, after] = [
      await this.find(manager, template, from),
      await this.find(manager, template, to),
    ];
    return differencesOf(contentIn(before), contentIn(after));
  }

  /**
   * The schema of the values that sending takes.
   * @param number - the latest version by default
   * @throws AppError 404, 400 `template_not_published`, `template_version_unknown`
   */
  async valuesSchema(key: TemplateKey, number: number | undefined): Promise<JsonSchema> {
    const { manager } = this.dataSource;
    const template = await getTemplate(manager, key);
    const version = await getVersion(manager, template, number);
    const address = `${this.settings.publicUrl}/api/v1/templates/${key.templateId}/values-schema`;
    return valuesSchema(`${address}?version=${version.number}`, template.name, contentIn(version).fields);
  }

  /** @throws AppError 404 */
  async locate(
    key: TemplateKey,
    number: number,
    n: number,
    file: 'presented' | 'original',
  ): Promise<LocatedFile> {
    const { documents } = await this.get(key, number);
    return locatedIn(documents, n, file);
  }

  /** The PDF of a document of the draft, as signers will read it. @throws AppError 404 */
  async locateInDraft(key: TemplateKey, n: number): Promise<LocatedFile> {
    const { manager } = this.dataSource;
    await getTemplate(manager, key);
    return locatedIn(await documentsOf(manager, key), n, 'presented');
  }

  /** Loads a file, to be sent as `answer`. @throws AppError 429 or 503 if there are too many downloads */
  load({ key, sizeBytes }: LocatedFile, organizationId: number, answer: OpenAnswer): Promise<Buffer> {
    return this.downloads.load(answer, { organizationId, sizeBytes }, () => this.files.get(key));
  }

  private async find(manager: EntityManager, template: Template, number: number): Promise<TemplateVersion> {
    if (template.latestVersion === null || number > template.latestVersion) throw versionNotFound();
    return getVersion(manager, template, number);
  }
}

export const contentIn = ({ content }: Pick<TemplateVersion, 'content'>) =>
  JSON.parse(content) as TemplateContent;

/** @throws AppError 404 */
function locatedIn(
  documents: readonly TemplateDocument[],
  n: number,
  file: 'presented' | 'original',
): LocatedFile {
  const document = documents[n - 1];
  if (!document) throw templateDocumentNotFound();
  if (file === 'original')
    return {
      ...{ key: document.originalKey, sha256: document.originalSha256, sizeBytes: document.originalBytes },
      ...{ mimeType: document.mimeType, fileName: withExtension(document.name, document.extension) },
    };
  return {
    ...{ key: document.presentedKey, sha256: document.presentedSha256, sizeBytes: document.presentedBytes },
    ...{
      mimeType: MEDIA_TYPES.pdf.mimeType,
      fileName: withExtension(document.name, MEDIA_TYPES.pdf.extension),
    },
  };
}

function withExtension(name: string, extension: string): string {
  return name.toLowerCase().endsWith(`.${extension}`) ? name : `${name}.${extension}`;
}
