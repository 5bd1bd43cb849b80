import { Body, Delete, HttpCode, Param, Post, Put, Query, Req } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiBody, ApiConsumes } from '@nestjs/swagger';
import { type FastifyRequest } from 'fastify';
import { ApiController } from '../../auth/api-controller.decorator.js';
import { CurrentPrincipal } from '../../auth/current-principal.decorator.js';
import { type Principal } from '../../auth/principal.js';
import { AppError, invalid, overloaded } from '../../common/errors.js';
import { IdPipe } from '../../common/http/id.pipe.js';
import { uploadedForm, uploadRefusals } from '../../common/http/multipart.js';
import { Refuses } from '../../common/http/refuses.decorator.js';
import { plainLine } from '../../common/plain-line.js';
import { MAX_NAME } from '../../common/validation/limits.js';
import { MAX_DOCUMENT_BYTES } from '../../pdf/document-limits.js';
import { FORM_REFUSAL_CODES, refusedForm } from '../../pdf/form-import.js';
import { MEDIA_TYPES } from '../../pdf/media-types.js';
import { Uploads } from '../../platform/storage/uploads.js';
import {
  documentNumber,
  fieldsOnDocument,
  templateArchived,
  templateChanged,
  templateDocumentNotFound,
  templateNotFound,
  textTags,
} from '../template.errors.js';
import { TemplateDocuments } from '../template-documents.js';
import { TemplateFormImports } from '../template-form-imports.js';
import { RemoveDocumentDto } from './dto/template.dto.js';
import { ImportTemplateFormDto } from './dto/template-definition.dto.js';
import {
  ReplacedDocumentDto,
  TemplateDefinitionDto,
  TemplateImportDto,
} from './dto/template-response.dto.js';
import { toDefinition, toImport, toReplacedDocument } from './template.mapper.js';
import { toImportedRoles } from './template-input.js';
import { definitionRefusals, documentRefusals } from './template-refusals.js';

const FORM = {
  type: 'object',
  properties: {
    file: { type: 'string', format: 'binary', description: 'A PDF, a Word document, or a picture.' },
    name: { type: 'string', description: 'The name of the document; by default that of the file.' },
  },
  required: ['file'],
};
const UNNAMED = 'Document';

@ApiController('templates/:templateId/documents')
export class TemplateDocumentsController {
  constructor(
    private readonly documents: TemplateDocuments,
    private readonly imports: TemplateFormImports,
    private readonly uploads: Uploads,
  ) {}

  /**
   * Uploads document `n` of the draft, as the multipart field `file` or as the raw body. It replaces the document with that
   * number; the fields stay where they are.
   */
  @Put(':n')
  @RouteConfig({ acceptsFile: true })
  @Refuses(
    templateNotFound(),
    templateArchived(),
    documentNumber(3, 2),
    textTags(),
    ...documentRefusals(),
    ...uploadRefusals(MAX_DOCUMENT_BYTES),
    overloaded(),
  )
  @ApiBody({ schema: FORM })
  @ApiConsumes('multipart/form-data', ...Object.values(MEDIA_TYPES).map(({ mimeType }) => mimeType))
  async put(
    @CurrentPrincipal() caller: Principal,
    @Param('templateId', IdPipe) templateId: number,
    @Param('n', IdPipe) n: number,
    @Req() request: FastifyRequest,
  ): Promise<ReplacedDocumentDto> {
    const { organizationId } = caller;
    const upload = {
      tenant: String(organizationId),
      organizationId,
      maxBytes: MAX_DOCUMENT_BYTES,
      assertDue: () => this.documents.assertDue(organizationId, templateId, n),
    };
    return this.uploads.receive(request, upload, async (incoming, signal) => {
      const { file, fileName, texts } = await uploadedForm(request, MAX_DOCUMENT_BYTES, incoming);
      const name = nameOf(texts.get('name') ?? fileName);
      return toReplacedDocument(await this.documents.put(caller, templateId, { n, file, name }, signal));
    });
  }

  /**
   * Imports the PDF form that was uploaded as document `n` of the draft: signers read it without its form, whose fields
   * replace those on the document. The report accounts for every field of the file.
   */
  @Post(':n/form/import')
  @HttpCode(200)
  @Refuses(
    templateNotFound(),
    templateDocumentNotFound(),
    templateArchived(),
    templateChanged(3),
    ...definitionRefusals(),
    ...FORM_REFUSAL_CODES.map((code) => new AppError(400, refusedForm(code).message, code)),
    ...documentRefusals(),
    overloaded(),
  )
  async importForm(
    @CurrentPrincipal() caller: Principal,
    @Param('templateId', IdPipe) templateId: number,
    @Param('n', IdPipe) n: number,
    @Body() { revision, ...people }: ImportTemplateFormDto,
  ): Promise<TemplateImportDto> {
    return toImport(await this.imports.import(caller, { templateId, n, revision }, toImportedRoles(people)));
  }

  /** Removes document `n` of the draft; later documents move up. */
  @Delete(':n')
  @Refuses(templateNotFound(), templateDocumentNotFound(), templateArchived(), fieldsOnDocument(1, ['rent']))
  async remove(
    @CurrentPrincipal() caller: Principal,
    @Param('templateId', IdPipe) templateId: number,
    @Param('n', IdPipe) n: number,
    @Query() { fields }: RemoveDocumentDto,
  ): Promise<TemplateDefinitionDto> {
    return toDefinition(await this.documents.remove(caller, templateId, n, fields === 'remove'));
  }
}

function nameOf(given: string): string {
  const name = plainLine(given) || UNNAMED;
  if (name.length > MAX_NAME)
    throw invalid({ field: 'name', message: `name must be shorter than or equal to ${MAX_NAME} characters` });
  return name;
}
