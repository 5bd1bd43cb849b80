import { Download } from '../downloads.js';
import { type AnswerOf, type FileOperationId } from '../operations.js';
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
    return this.download('signatureDocumentsOriginal', signatureId, options);
  }

  /** The completed PDF. @throws NotFoundError before the request is completed */
  signed(signatureId: number, options?: CallOptions): Promise<Download> {
    return this.download('signatureDocumentsSigned', signatureId, options);
  }

  /** The certificate of completion. @throws NotFoundError before the request is completed */
  certificate(signatureId: number, options?: CallOptions): Promise<Download> {
    return this.download('signatureCertificatesCertificate', signatureId, options);
  }

  private async download(
    id: FileOperationId,
    signatureId: number,
    options: CallOptions = {},
  ): Promise<Download> {
    const path = { signatureId };
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
