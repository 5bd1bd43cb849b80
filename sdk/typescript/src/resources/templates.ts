import { type AnswerOf, type BodyOf, type QueryOf } from '../operations.js';
import { type CallOptions, type ChangeOptions } from '../options.js';
import { type Pages, pagesOf } from '../pages.js';
import { json, type Transport } from '../transport.js';
import { ARCHIVE_TYPE, type DocumentType, uploadOf, type UploadSource } from '../uploads.js';

/** Documents prepared once, from which requests are made. */
export class Templates {
  constructor(private readonly transport: Transport) {}

  create(template: BodyOf<'templatesCreate'>, options?: ChangeOptions): Promise<AnswerOf<'templatesCreate'>> {
    return this.transport.json('templatesCreate', { body: json(template), options });
  }

  /** The organization's templates, the last changed first unless the query says otherwise. */
  list(query: QueryOf<'templatesList'> = {}, options?: CallOptions): Pages<AnswerOf<'templatesList'>> {
    return pagesOf(this.transport, 'templatesList', query, options);
  }

  get(templateId: number, options?: CallOptions): Promise<AnswerOf<'templatesGet'>> {
    return this.transport.json('templatesGet', { path: { templateId }, options });
  }

  /** Changes the name or the description. */
  describe(
    templateId: number,
    changes: BodyOf<'templatesDescribe'>,
    options?: ChangeOptions,
  ): Promise<AnswerOf<'templatesDescribe'>> {
    return this.transport.json('templatesDescribe', { path: { templateId }, body: json(changes), options });
  }

  /** No more requests are made from it; those that were go on. */
  archive(templateId: number, options?: ChangeOptions): Promise<AnswerOf<'templatesArchive'>> {
    return this.transport.json('templatesArchive', { path: { templateId }, options });
  }

  duplicate(
    templateId: number,
    copy: BodyOf<'templatesDuplicate'> = {},
    options?: ChangeOptions,
  ): Promise<AnswerOf<'templatesDuplicate'>> {
    return this.transport.json('templatesDuplicate', { path: { templateId }, body: json(copy), options });
  }

  /** The draft, and what keeps it from being published. */
  definition(templateId: number, options?: CallOptions): Promise<AnswerOf<'templatesDefinition'>> {
    return this.transport.json('templatesDefinition', { path: { templateId }, options });
  }

  /** Replaces the draft's roles, fields and options. */
  define(
    templateId: number,
    definition: BodyOf<'templatesReplaceDefinition'>,
    options?: ChangeOptions,
  ): Promise<AnswerOf<'templatesReplaceDefinition'>> {
    const body = json(definition);
    return this.transport.json('templatesReplaceDefinition', { path: { templateId }, body, options });
  }

  /** Uploads document `n` of the draft as it is read; fields stay where they are. */
  upload(
    templateId: number,
    n: number,
    source: UploadSource,
    { type = 'application/pdf', ...options }: ChangeOptions & { type?: DocumentType } = {},
  ): Promise<AnswerOf<'templateDocumentsPut'>> {
    const body = uploadOf(source, type);
    return this.transport.json('templateDocumentsPut', { path: { templateId, n }, body, options });
  }

  /** Removes document `n` of the draft. */
  removeDocument(
    templateId: number,
    n: number,
    query: QueryOf<'templateDocumentsRemove'> = {},
    options?: ChangeOptions,
  ): Promise<AnswerOf<'templateDocumentsRemove'>> {
    return this.transport.json('templateDocumentsRemove', { path: { templateId, n }, query, options });
  }

  /** Imports the PDF form that was uploaded as document `n`: its fields become those of the draft. */
  importForm(
    templateId: number,
    n: number,
    form: BodyOf<'templateDocumentsImportForm'>,
    options?: ChangeOptions,
  ): Promise<AnswerOf<'templateDocumentsImportForm'>> {
    const body = json(form);
    return this.transport.json('templateDocumentsImportForm', { path: { templateId, n }, body, options });
  }

  /** Publishes the draft. One equal to the latest version returns that version. */
  publish(
    templateId: number,
    about: BodyOf<'templateVersionsPublish'> = {},
    options?: ChangeOptions,
  ): Promise<AnswerOf<'templateVersionsPublish'>> {
    return this.transport.json('templateVersionsPublish', {
      path: { templateId },
      body: json(about),
      options,
    });
  }

  /** The published versions, the latest first. */
  versions(
    templateId: number,
    query: QueryOf<'templateVersionsList'> = {},
    options?: CallOptions,
  ): Promise<AnswerOf<'templateVersionsList'>> {
    return this.transport.json('templateVersionsList', { path: { templateId }, query, options });
  }

  version(
    templateId: number,
    version: number,
    options?: CallOptions,
  ): Promise<AnswerOf<'templateVersionsGet'>> {
    return this.transport.json('templateVersionsGet', { path: { templateId, version }, options });
  }

  /** In what a version differs from an earlier one. */
  differences(
    templateId: number,
    version: number,
    other: number,
    options?: CallOptions,
  ): Promise<AnswerOf<'templateVersionsDifferences'>> {
    const path = { templateId, version, other };
    return this.transport.json('templateVersionsDifferences', { path, options });
  }

  /** The bytes of a document of a version: the PDF that signers read, unless the query asks for the original. */
  document(
    templateId: number,
    version: number,
    n: number,
    query: QueryOf<'templateVersionsDocument'> = {},
    options?: CallOptions,
  ): Promise<Uint8Array> {
    return this.transport.bytes('templateVersionsDocument', {
      path: { templateId, version, n },
      query,
      options,
    });
  }

  /** JSON Schema of the values that sending takes. */
  valuesSchema(
    templateId: number,
    query: QueryOf<'templateVersionsValuesSchema'> = {},
    options?: CallOptions,
  ): Promise<AnswerOf<'templateVersionsValuesSchema'>> {
    return this.transport.json('templateVersionsValuesSchema', { path: { templateId }, query, options });
  }

  /** Sends a request made from a version. */
  send(
    templateId: number,
    request: BodyOf<'templateSendingSend'>,
    options?: ChangeOptions,
  ): Promise<AnswerOf<'templateSendingSend'>> {
    return this.transport.json('templateSendingSend', { path: { templateId }, body: json(request), options });
  }

  /** Makes a draft from a version. */
  draft(
    templateId: number,
    request: BodyOf<'templateSendingDraft'>,
    options?: ChangeOptions,
  ): Promise<AnswerOf<'templateSendingDraft'>> {
    return this.transport.json('templateSendingDraft', {
      path: { templateId },
      body: json(request),
      options,
    });
  }

  /** The draft as a ZIP archive. */
  export(templateId: number, options?: CallOptions): Promise<Uint8Array> {
    return this.transport.bytes('templateArchivesExport', { path: { templateId }, options });
  }

  /** Makes a template of an exported one. */
  import(source: UploadSource, options?: ChangeOptions): Promise<AnswerOf<'templateArchivesImport'>> {
    return this.transport.json('templateArchivesImport', {
      body: uploadOf(source, ARCHIVE_TYPE),
      options,
    });
  }

  /** Makes a template of a draft or a sent request. */
  fromRequest(
    signatureId: number,
    template: BodyOf<'requestTemplatesSave'> = {},
    options?: ChangeOptions,
  ): Promise<AnswerOf<'requestTemplatesSave'>> {
    return this.transport.json('requestTemplatesSave', {
      path: { signatureId },
      body: json(template),
      options,
    });
  }

  /** The version from which a request was made. @throws NotFoundError if it was made by hand */
  ofRequest(signatureId: number, options?: CallOptions): Promise<AnswerOf<'requestTemplatesGet'>> {
    return this.transport.json('requestTemplatesGet', { path: { signatureId }, options });
  }
}
