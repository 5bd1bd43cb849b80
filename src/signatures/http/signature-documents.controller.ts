import { Body, Get, Param, Put, Req, Res } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiBody, ApiConsumes, ApiOkResponse } from '@nestjs/swagger';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { ApiController } from '../../auth/api-controller.decorator.js';
import { CurrentPrincipal } from '../../auth/current-principal.decorator.js';
import { type Principal } from '../../auth/principal.js';
import { overloaded } from '../../common/errors.js';
import { rangeNotSatisfiable } from '../../common/http/byte-range.js';
import { EntityTag } from '../../common/http/entity-tag.decorator.js';
import { IdPipe } from '../../common/http/id.pipe.js';
import { uploadedForm, uploadRefusals } from '../../common/http/multipart.js';
import { Refuses } from '../../common/http/refuses.decorator.js';
import { refusal, REFUSAL_CODES } from '../../pdf/document-inspection.js';
import { MAX_DOCUMENT_BYTES } from '../../pdf/document-limits.js';
import { MEDIA_TYPES } from '../../pdf/media-types.js';
import { Uploads } from '../../platform/storage/uploads.js';
import { DocumentDownloadService } from '../documents/document-download.service.js';
import { DocumentFields } from '../documents/document-fields.js';
import { DocumentUploadService } from '../documents/document-upload.service.js';
import { documentsTooLarge } from '../documents/internal/document.errors.js';
import { fieldsOverlap, redrawnDocumentFields, signedDocumentFields } from '../domain/field-placement.js';
import {
  documentNotFound,
  documentRefused,
  documentRemoved,
  fieldsInForm,
  formRefused,
  notADraft,
  signatureNotFound,
} from '../internal/signature.errors.js';
import { toPlacedFields } from './document-field.mapper.js';
import { PlacedFieldsDto, PlaceFieldsDto } from './dto/document-fields.dto.js';
import { SignatureResponseDto } from './dto/signature-response.dto.js';
import { readFields } from './read-fields.js';
import { sendDocument } from './send-document.js';
import { toSignature } from './signature.mapper.js';

const FILE = { schema: { type: 'string', format: 'binary' } } as const;
export const PDF_FILE = { content: { [MEDIA_TYPES.pdf.mimeType]: FILE } };
export const UPLOADED_FILE = {
  content: Object.fromEntries(Object.values(MEDIA_TYPES).map(({ mimeType }) => [mimeType, FILE])),
};

const FORM = {
  type: 'object',
  properties: {
    file: { type: 'string', format: 'binary', description: 'A PDF, a Word document, or a picture.' },
    fields: { type: 'string', description: 'A JSON array of fields, as in PUT document/fields.' },
  },
  required: ['file'],
};
const SIGNED = signedDocumentFields("fields[0] on page 1 is of kind 'date'");
const OFF_PAGE = {
  code: 'place_outside_page',
  path: 'fields[0].places[0]',
  message: 'fields[0].places[0] is on page 2, but the document ends with page 1',
} as const;
const OVERLAP = fieldsOverlap('fields[1]', 'fields[0]', 1);
/** Refusals for a missing document or too many concurrent downloads. */
export const DOWNLOAD_REFUSALS = [
  signatureNotFound(),
  documentNotFound(),
  documentRemoved(new Date('2036-11-24T09:00:00Z')),
  rangeNotSatisfiable(48_213),
  overloaded(),
];
export const FILE_TAG = { store: true, ranges: true };

@ApiController('signatures/:signatureId/document')
export class SignatureDocumentsController {
  constructor(
    private readonly documents: DocumentUploadService,
    private readonly uploads: Uploads,
    private readonly downloads: DocumentDownloadService,
    private readonly fields: DocumentFields,
  ) {}

  /**
   * Uploads the draft's document as the multipart field `file` or as the raw body. A multipart body can also have `fields`,
   * a JSON array of fields as in PUT document/fields.
   */
  @Put()
  @RouteConfig({ acceptsFile: true })
  @Refuses(
    signatureNotFound(),
    notADraft(),
    OVERLAP,
    SIGNED,
    fieldsInForm(),
    formRefused([OFF_PAGE]),
    ...REFUSAL_CODES.map((code) => documentRefused(refusal(code))),
    ...uploadRefusals(MAX_DOCUMENT_BYTES),
    documentsTooLarge(620, 20 * 1024 * 1024),
    overloaded(),
  )
  @ApiBody({ schema: FORM })
  @ApiConsumes('multipart/form-data', ...Object.values(MEDIA_TYPES).map(({ mimeType }) => mimeType))
  async upload(
    @CurrentPrincipal() caller: Principal,
    @Param('signatureId', IdPipe) id: number,
    @Req() request: FastifyRequest,
  ): Promise<SignatureResponseDto> {
    const { organizationId } = caller;
    const assertDue = () => this.documents.assertDraft({ organizationId, signatureId: id });
    const upload = {
      tenant: String(organizationId),
      organizationId,
      maxBytes: MAX_DOCUMENT_BYTES,
      assertDue,
    };
    return this.uploads.receive(request, upload, async (incoming, signal) => {
      const { file, texts } = await uploadedForm(request, MAX_DOCUMENT_BYTES, incoming);
      const fields = await readFields(texts.get('fields'));
      return toSignature(await this.documents.upload(caller, id, { file, fields }, signal));
    });
  }

  /** Places fields on the draft's document and removes those placed before. */
  @Put('fields')
  @Refuses(
    signatureNotFound(),
    documentNotFound(),
    notADraft(),
    OVERLAP,
    SIGNED,
    redrawnDocumentFields(),
    fieldsInForm(),
  )
  async placeFields(
    @CurrentPrincipal() caller: Principal,
    @Param('signatureId', IdPipe) signatureId: number,
    @Body() { fields }: PlaceFieldsDto,
  ): Promise<PlacedFieldsDto> {
    return toPlacedFields(await this.fields.place(caller, signatureId, fields));
  }

  /** Lists the document's fields, both placed and found as text tags. */
  @Get('fields')
  @EntityTag({ store: true })
  @Refuses(signatureNotFound())
  async listFields(
    @CurrentPrincipal() { organizationId }: Principal,
    @Param('signatureId', IdPipe) signatureId: number,
  ): Promise<PlacedFieldsDto> {
    return toPlacedFields(await this.fields.list({ organizationId, signatureId }));
  }

  /** Downloads the document as it was uploaded. */
  @Get()
  @ApiOkResponse(UPLOADED_FILE)
  @EntityTag(FILE_TAG)
  @Refuses(...DOWNLOAD_REFUSALS)
  async original(
    @CurrentPrincipal() caller: Principal,
    @Param('signatureId', IdPipe) signatureId: number,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    await sendDocument(this.downloads, { caller, signatureId, kind: 'original' }, request, reply);
  }

  /** Downloads the signed PDF; 404 before the request is completed. */
  @Get('signed')
  @ApiOkResponse(PDF_FILE)
  @EntityTag(FILE_TAG)
  @Refuses(...DOWNLOAD_REFUSALS)
  async signed(
    @CurrentPrincipal() caller: Principal,
    @Param('signatureId', IdPipe) signatureId: number,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    await sendDocument(this.downloads, { caller, signatureId, kind: 'signed' }, request, reply);
  }
}
