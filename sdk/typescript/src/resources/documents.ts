import { Download } from '../downloads.js';
import { type AnswerOf, type FileOperationId, type PathOf } from '../operations.js';
import { type CallOptions, type ChangeOptions } from '../options.js';
import { json, type Transport } from '../transport.js';
import { type DocumentField, type DocumentType, uploadOf, type UploadSource } from '../uploads.js';

export interface UploadOptions extends ChangeOptions {
  /** By default `application/pdf`. The service looks at the bytes all the same. */
  type?: DocumentType;
  /** Fields to place on the document with the same call. */
  fields?: readonly DocumentField[];
}

/** The documents of a request. */
export class Documents {
  constructor(
    private readonly transport: Transport,
    private readonly maxRetries: number,
  ) {}

  /** Uploads the document of a draft as it is read: a PDF, PNG, JPEG or DOCX of up to 25 MB. */
  upload(
    signatureId: number,
    source: UploadSource,
    { type = 'application/pdf', fields, ...options }: UploadOptions = {},
  ): Promise<AnswerOf<'signatureDocumentsUpload'>> {
    const body = uploadOf(source, type, fields && { name: 'fields', value: fields });
    return this.transport.json('signatureDocumentsUpload', { path: { signatureId }, body, options });
  }

  /** Places these fields on the document of a draft, instead of all that it has. */
  placeFields(
    signatureId: number,
    fields: readonly DocumentField[],
    options?: ChangeOptions,
  ): Promise<AnswerOf<'signatureDocumentsPlaceFields'>> {
    const body = json({ fields });
    return this.transport.json('signatureDocumentsPlaceFields', { path: { signatureId }, body, options });
  }

  listFields(signatureId: number, options?: CallOptions): Promise<AnswerOf<'signatureDocumentsListFields'>> {
    return this.transport.json('signatureDocumentsListFields', { path: { signatureId }, options });
  }

  /** The document as it was uploaded. */
  original(signatureId: number, options?: CallOptions): Promise<Download> {
    return this.download('signatureDocumentsOriginal', { signatureId }, options);
  }

  /** The completed PDF. @throws NotFoundError before the request is completed */
  signed(signatureId: number, options?: CallOptions): Promise<Download> {
    return this.download('signatureDocumentsSigned', { signatureId }, options);
  }

  /** The certificate of completion. @throws NotFoundError before the request is completed */
  certificate(signatureId: number, options?: CallOptions): Promise<Download> {
    return this.download('signatureCertificatesCertificate', { signatureId }, options);
  }

  /** All documents of a request, the first included, in order. */
  list(signatureId: number, options?: CallOptions): Promise<AnswerOf<'requestDocumentsList'>> {
    return this.transport.json('requestDocumentsList', { path: { signatureId }, options });
  }

  /** Adds a document to a draft, or replaces it. @param n - its number, from 2 */
  put(
    signatureId: number,
    n: number,
    source: UploadSource,
    { type = 'application/pdf', fields, ...options }: UploadOptions = {},
  ): Promise<AnswerOf<'requestDocumentsUpload'>> {
    const body = uploadOf(source, type, fields && { name: 'fields', value: fields });
    return this.transport.json('requestDocumentsUpload', { path: { signatureId, n }, body, options });
  }

  /** Gives a document of a draft another name. */
  rename(
    signatureId: number,
    n: number,
    name: string,
    options?: ChangeOptions,
  ): Promise<AnswerOf<'requestDocumentsRename'>> {
    const path = { signatureId, n };
    return this.transport.json('requestDocumentsRename', { path, body: json({ name }), options });
  }

  /** Removes a document of a draft; those after it move up. */
  remove(
    signatureId: number,
    n: number,
    options?: ChangeOptions,
  ): Promise<AnswerOf<'requestDocumentsRemove'>> {
    return this.transport.json('requestDocumentsRemove', { path: { signatureId, n }, options });
  }

  /** Places these fields on a document of a draft, instead of all that it has. */
  placeFieldsOn(
    signatureId: number,
    n: number,
    fields: readonly DocumentField[],
    options?: ChangeOptions,
  ): Promise<AnswerOf<'requestDocumentsPlaceFields'>> {
    const path = { signatureId, n };
    return this.transport.json('requestDocumentsPlaceFields', { path, body: json({ fields }), options });
  }

  listFieldsOn(
    signatureId: number,
    n: number,
    options?: CallOptions,
  ): Promise<AnswerOf<'requestDocumentsListFields'>> {
    return this.transport.json('requestDocumentsListFields', { path: { signatureId, n }, options });
  }

  /** A document as it was uploaded. */
  originalOf(signatureId: number, n: number, options?: CallOptions): Promise<Download> {
    return this.download('requestDocumentsOriginal', { signatureId, n }, options);
  }

  /** A completed PDF. @throws NotFoundError before the request is completed */
  signedOf(signatureId: number, n: number, options?: CallOptions): Promise<Download> {
    return this.download('requestDocumentsSigned', { signatureId, n }, options);
  }

  /** A ZIP of all completed PDFs with their certificate. @throws NotFoundError before the request is completed */
  archive(signatureId: number, options?: CallOptions): Promise<Uint8Array> {
    return this.transport.bytes('requestDocumentsArchive', { path: { signatureId }, options });
  }

  private async download<Id extends FileOperationId>(
    id: Id,
    path: PathOf<Id>,
    options: CallOptions = {},
  ): Promise<Download> {
    // A compressed answer would have another length than the file.
    const whole = { 'accept-encoding': 'identity' };
    const reopen = (from: number, etag: string) => {
      const headers = { ...whole, range: `bytes=${from}-`, 'if-range': etag };
      return this.transport.open(id, { path, headers, options });
    };
    const first = await this.transport.open(id, { path, headers: whole, options });
    return new Download(first, reopen, options.maxRetries ?? this.maxRetries);
  }
}
