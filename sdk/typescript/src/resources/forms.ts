import { type components } from '../openapi.js';
import { type AnswerOf, type BodyOf } from '../operations.js';
import { type CallOptions, type ChangeOptions } from '../options.js';
import { json, type Transport } from '../transport.js';
import { uploadOf, type UploadSource } from '../uploads.js';

/** Who fills in an imported form. */
export type FormPeople = components['schemas']['FormPeople'];

/** The forms of requests. */
export class Forms {
  constructor(private readonly transport: Transport) {}

  /** Defines the form of a draft, instead of one that it has. */
  define(
    signatureId: number,
    form: BodyOf<'signatureFormsDefine'>,
    options?: ChangeOptions,
  ): Promise<AnswerOf<'signatureFormsDefine'>> {
    return this.transport.json('signatureFormsDefine', { path: { signatureId }, body: json(form), options });
  }

  /** Imports a PDF form into a draft, whose document and form it replaces. */
  import(
    signatureId: number,
    source: UploadSource,
    people: FormPeople,
    options?: ChangeOptions,
  ): Promise<AnswerOf<'formImportsImport'>> {
    const body = uploadOf(source, 'application/pdf', { name: 'form', value: people });
    return this.transport.json('formImportsImport', { path: { signatureId }, body, options });
  }

  /** The form in its normal form, with the values of its sender. */
  get(signatureId: number, options?: CallOptions): Promise<AnswerOf<'signatureFormsGet'>> {
    return this.transport.json('signatureFormsGet', { path: { signatureId }, options });
  }

  /** Takes the form away from a draft. */
  remove(signatureId: number, options?: ChangeOptions): Promise<AnswerOf<'signatureFormsRemove'>> {
    return this.transport.json('signatureFormsRemove', { path: { signatureId }, options });
  }

  /** Fills in values of the sender by key; null takes one away. */
  fill(
    signatureId: number,
    values: BodyOf<'signatureFormsFill'>['values'],
    options?: ChangeOptions,
  ): Promise<AnswerOf<'signatureFormsFill'>> {
    const body = json({ values });
    return this.transport.json('signatureFormsFill', { path: { signatureId }, body, options });
  }

  /** What has been filled in and signed. */
  results(signatureId: number, options?: CallOptions): Promise<AnswerOf<'signatureFormsResults'>> {
    return this.transport.json('signatureFormsResults', { path: { signatureId }, options });
  }

  /** The files that signers gave and signed. */
  attachments(signatureId: number, options?: CallOptions): Promise<AnswerOf<'signatureAttachmentsList'>> {
    return this.transport.json('signatureAttachmentsList', { path: { signatureId }, options });
  }

  /** The bytes of a file that a signer gave. */
  attachment(signatureId: number, fileId: number, options?: CallOptions): Promise<Uint8Array> {
    return this.transport.bytes('signatureAttachmentsDownload', { path: { signatureId, fileId }, options });
  }
}
