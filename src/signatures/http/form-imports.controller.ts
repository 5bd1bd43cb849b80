import { HttpCode, Param, Post, Req } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiBody, ApiConsumes, ApiExtraModels, getSchemaPath } from '@nestjs/swagger';
import { type FastifyRequest } from 'fastify';
import { ApiController } from '../../auth/api-controller.decorator.js';
import { CurrentPrincipal } from '../../auth/current-principal.decorator.js';
import { type Principal } from '../../auth/principal.js';
import { overloaded } from '../../common/errors.js';
import { IdPipe } from '../../common/http/id.pipe.js';
import { uploadedForm, uploadRefusals } from '../../common/http/multipart.js';
import { Refuses } from '../../common/http/refuses.decorator.js';
import { refusal, REFUSAL_CODES } from '../../pdf/document-inspection.js';
import { MAX_DOCUMENT_BYTES } from '../../pdf/document-limits.js';
import { FORM_REFUSAL_CODES, refusedForm } from '../../pdf/form-import.js';
import { Uploads } from '../../platform/storage/uploads.js';
import { DocumentUploadService } from '../documents/document-upload.service.js';
import { FormImports } from '../form/form-imports.js';
import {
  documentRefused,
  formAlreadySet,
  notADraft,
  scriptUnsupported,
  signatureNotFound,
} from '../internal/signature.errors.js';
import { FormImportDto, FormPeopleDto } from './dto/form-import.dto.js';
import { definitionRefusals, toForm } from './form.mapper.js';
import { readFormPeople } from './read-form-people.js';

@ApiController('signatures/:signatureId/form/import')
export class FormImportsController {
  constructor(
    private readonly imports: FormImports,
    private readonly documents: DocumentUploadService,
    private readonly uploads: Uploads,
  ) {}

  /**
   * Imports a PDF form: its pages without fields become the draft's document, and its fields the draft's form. Both
   * replace earlier ones. The report accounts for every field of the file.
   */
  @Post()
  @HttpCode(200)
  @RouteConfig({ acceptsFile: true })
  @Refuses(
    signatureNotFound(),
    notADraft(),
    formAlreadySet('The document has text tags'),
    scriptUnsupported([{ field: 'fields[0].value', message: 'fields[0].value has letters without a font' }]),
    ...definitionRefusals('fields[0]'),
    ...FORM_REFUSAL_CODES.map((code) => documentRefused(refusedForm(code))),
    ...REFUSAL_CODES.map((code) => documentRefused(refusal(code))),
    ...uploadRefusals(MAX_DOCUMENT_BYTES),
    overloaded(),
  )
  @ApiExtraModels(FormPeopleDto)
  @ApiBody({
    schema: {
      type: 'object',
      properties: {
        file: { type: 'string', format: 'binary', description: 'A PDF with form fields.' },
        form: { $ref: getSchemaPath(FormPeopleDto) },
      },
      required: ['file', 'form'],
    },
  })
  @ApiConsumes('multipart/form-data')
  async import(
    @CurrentPrincipal() caller: Principal,
    @Param('signatureId', IdPipe) id: number,
    @Req() request: FastifyRequest,
  ): Promise<FormImportDto> {
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
      const people = await readFormPeople(texts.get('form'));
      const { form, ...imported } = await this.imports.import(caller, id, { file, people }, signal);
      return { ...imported, form: toForm(form) };
    });
  }
}
