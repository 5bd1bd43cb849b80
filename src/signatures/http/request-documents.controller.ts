import { Body, Delete, Get, Param, Patch, Put, Req, Res } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiBody, ApiConsumes, ApiOkResponse } from '@nestjs/swagger';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { ApiController } from '../../auth/api-controller.decorator.js';
import { CurrentPrincipal } from '../../auth/current-principal.decorator.js';
import { type Principal } from '../../auth/principal.js';
import { overloaded } from '../../common/errors.js';
import { EntityTag } from '../../common/http/entity-tag.decorator.js';
import { IdPipe } from '../../common/http/id.pipe.js';
import { uploadedForm, uploadRefusals } from '../../common/http/multipart.js';
import { Refuses } from '../../common/http/refuses.decorator.js';
import { zipStream } from '../../common/zip-stream.js';
import { refusal, REFUSAL_CODES } from '../../pdf/document-inspection.js';
import { MAX_DOCUMENT_BYTES } from '../../pdf/document-limits.js';
import { MEDIA_TYPES } from '../../pdf/media-types.js';
import { contentDisposition } from '../../platform/pages/page.js';
import { processesOutdated } from '../../platform/processes/data-format.js';
import { Uploads } from '../../platform/storage/uploads.js';
import { DocumentArchives } from '../documents/document-archives.js';
import { DocumentDownloadService } from '../documents/document-download.service.js';
import { DocumentFields } from '../documents/document-fields.js';
import { FurtherDocuments } from '../documents/further-documents.js';
import {
  documentGap,
  documentsTooLarge,
  tooManyDocuments,
  tooManyFields,
  useDocument,
} from '../documents/internal/document.errors.js';
import { fieldsOverlap, redrawnDocumentFields, signedDocumentFields } from '../domain/field-placement.js';
import {
  documentNotFound,
  documentRefused,
  documentRemoved,
  fieldsInForm,
  notADraft,
  signatureNotFound,
} from '../internal/signature.errors.js';
import { toPlacedFields } from './document-field.mapper.js';
import { PlacedFieldsDto, PlaceFieldsDto } from './dto/document-fields.dto.js';
import { RenameDocumentDto, RequestDocumentDto, RequestDocumentListDto } from './dto/request-document.dto.js';
import { readFields } from './read-fields.js';
import { readName } from './read-name.js';
import { toRequestDocument, toRequestDocuments } from './request-document.mapper.js';
import { sendDocument } from './send-document.js';
import { DOWNLOAD_REFUSALS, FILE_TAG, PDF_FILE, UPLOADED_FILE } from './signature-documents.controller.js';

const FORM = {
  type: 'object',
  properties: {
    file: { type: 'string', format: 'binary', description: 'A PDF, a Word document, or a picture.' },
    name: { type: 'string', description: 'The name of the document; that of the file by default.' },
    fields: { type: 'string', description: 'A JSON array of fields, as in PUT document/fields.' },
  },
  required: ['file'],
};
const ZIP = 'application/zip';
const ZIP_FILE = { content: { [ZIP]: { schema: { type: 'string', format: 'binary' } } } } as const;
const MIB = 1024 * 1024;
const SIGNED = signedDocumentFields("fields[0] on page 1 is of kind 'date'");
const OVERLAP = fieldsOverlap('fields[1]', 'fields[0]', 1);
const UNKNOWN = [signatureNotFound(), documentNotFound()];

@ApiController('signatures/:signatureId/documents')
export class RequestDocumentsController {
  constructor(
    private readonly documents: FurtherDocuments,
    private readonly uploads: Uploads,
    private readonly downloads: DocumentDownloadService,
    private readonly fields: DocumentFields,
    private readonly archives: DocumentArchives,
  ) {}

  /** Lists the documents of a request in order. */
  @Get()
  @EntityTag({ store: true })
  @Refuses(signatureNotFound())
  async list(
    @CurrentPrincipal() { organizationId }: Principal,
    @Param('signatureId', IdPipe) signatureId: number,
  ): Promise<RequestDocumentListDto> {
    const { documents, isCompleted } = await this.documents.list({ organizationId, signatureId });
    return toRequestDocuments(documents, isCompleted);
  }

  /**
   * Downloads a ZIP of all signed PDFs with the certificate of completion, its evidence and a manifest; 404 before the
   * request is completed.
   */
  @Get('archive')
  @ApiOkResponse(ZIP_FILE)
  @Refuses(...UNKNOWN, documentRemoved(new Date('2036-11-24T09:00:00Z')), overloaded())
  async archive(
    @CurrentPrincipal() caller: Principal,
    @Param('signatureId', IdPipe) signatureId: number,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const stream = zipStream(await this.archives.load(caller, signatureId, reply));
    const disposition = contentDisposition('attachment', `signature-${signatureId}.zip`);
    await reply.header('content-disposition', disposition).type(ZIP).send(stream);
  }

  /**
   * Adds a document to the draft, or replaces it, as the multipart field `file` or as the raw body. A multipart body can
   * also have `name` and `fields`. The first document has an operation of its own.
   */
  @Put(':n')
  @RouteConfig({ acceptsFile: true })
  @Refuses(
    signatureNotFound(),
    notADraft(),
    useDocument(),
    documentGap(4, 3),
    tooManyDocuments(11),
    documentsTooLarge(620, 20 * MIB),
    processesOutdated(4, ['process 4711 (web) on host a, which understands version 3']),
    OVERLAP,
    SIGNED,
    fieldsInForm(),
    tooManyFields(1_001),
    ...REFUSAL_CODES.map((code) => documentRefused(refusal(code))),
    ...uploadRefusals(MAX_DOCUMENT_BYTES),
    overloaded(),
  )
  @ApiBody({ schema: FORM })
  @ApiConsumes('multipart/form-data', ...Object.values(MEDIA_TYPES).map(({ mimeType }) => mimeType))
  async upload(
    @CurrentPrincipal() caller: Principal,
    @Param('signatureId', IdPipe) signatureId: number,
    @Param('n', IdPipe) n: number,
    @Req() request: FastifyRequest,
  ): Promise<RequestDocumentDto> {
    const { organizationId } = caller;
    const assertDue = () => this.documents.assertRoom({ organizationId, signatureId }, n);
    const upload = {
      tenant: String(organizationId),
      organizationId,
      maxBytes: MAX_DOCUMENT_BYTES,
      assertDue,
    };
    return this.uploads.receive(request, upload, async (incoming, signal) => {
      const { file, fileName, texts } = await uploadedForm(request, MAX_DOCUMENT_BYTES, incoming);
      const fields = await readFields(texts.get('fields'));
      const name = await readName(texts.get('name'), fileName);
      const given = { file, name, fields };
      return toRequestDocument(await this.documents.put(caller, { signatureId, n }, given, signal), false);
    });
  }

  /** Gives a document of the draft another name. */
  @Patch(':n')
  @Refuses(...UNKNOWN, notADraft(), useDocument())
  async rename(
    @CurrentPrincipal() caller: Principal,
    @Param('signatureId', IdPipe) signatureId: number,
    @Param('n', IdPipe) n: number,
    @Body() { name }: RenameDocumentDto,
  ): Promise<RequestDocumentDto> {
    return toRequestDocument(await this.documents.rename(caller, { signatureId, n }, name), false);
  }

  /** Removes a document of the draft with its fields; those after it move up. */
  @Delete(':n')
  @Refuses(...UNKNOWN, notADraft(), useDocument())
  async remove(
    @CurrentPrincipal() caller: Principal,
    @Param('signatureId', IdPipe) signatureId: number,
    @Param('n', IdPipe) n: number,
  ): Promise<RequestDocumentListDto> {
    return toRequestDocuments(await this.documents.remove(caller, { signatureId, n }), false);
  }

  /** Places fields on a document of the draft and removes those placed there before. */
  @Put(':n/fields')
  @Refuses(
    ...UNKNOWN,
    notADraft(),
    useDocument(),
    OVERLAP,
    SIGNED,
    redrawnDocumentFields(),
    fieldsInForm(),
    tooManyFields(1_001),
  )
  async placeFields(
    @CurrentPrincipal() caller: Principal,
    @Param('signatureId', IdPipe) signatureId: number,
    @Param('n', IdPipe) n: number,
    @Body() { fields }: PlaceFieldsDto,
  ): Promise<PlacedFieldsDto> {
    await this.documents.assertFurther({ organizationId: caller.organizationId, signatureId }, n);
    return toPlacedFields(await this.fields.place(caller, signatureId, fields, { n }));
  }

  /** Lists the fields of a document, both placed and found as text tags. */
  @Get(':n/fields')
  @EntityTag({ store: true })
  @Refuses(...UNKNOWN)
  async listFields(
    @CurrentPrincipal() { organizationId }: Principal,
    @Param('signatureId', IdPipe) signatureId: number,
    @Param('n', IdPipe) n: number,
  ): Promise<PlacedFieldsDto> {
    return toPlacedFields(await this.fields.list({ organizationId, signatureId }, n));
  }

  /** Downloads a document as it was uploaded. */
  @Get(':n')
  @ApiOkResponse(UPLOADED_FILE)
  @EntityTag(FILE_TAG)
  @Refuses(...DOWNLOAD_REFUSALS)
  async original(
    @CurrentPrincipal() caller: Principal,
    @Param('signatureId', IdPipe) signatureId: number,
    @Param('n', IdPipe) n: number,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    await sendDocument(this.downloads, { caller, signatureId, kind: 'original', n }, request, reply);
  }

  /** Downloads a signed PDF; 404 before the request is completed. */
  @Get(':n/signed')
  @ApiOkResponse(PDF_FILE)
  @EntityTag(FILE_TAG)
  @Refuses(...DOWNLOAD_REFUSALS)
  async signed(
    @CurrentPrincipal() caller: Principal,
    @Param('signatureId', IdPipe) signatureId: number,
    @Param('n', IdPipe) n: number,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    await sendDocument(this.downloads, { caller, signatureId, kind: 'signed', n }, request, reply);
  }
}
