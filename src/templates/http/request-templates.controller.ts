import { Body, Get, Param, Post } from '@nestjs/common';
import { ApiController } from '../../auth/api-controller.decorator.js';
import { CurrentPrincipal } from '../../auth/current-principal.decorator.js';
import { type Principal } from '../../auth/principal.js';
import { notFound, overloaded, refused } from '../../common/errors.js';
import { EntityTag } from '../../common/http/entity-tag.decorator.js';
import { IdPipe } from '../../common/http/id.pipe.js';
import { Refuses } from '../../common/http/refuses.decorator.js';
import { RequestTemplates } from '../request-templates.js';
import { requestTemplateNotFound, templateDocumentNotFound } from '../template.errors.js';
import { DuplicateTemplateDto } from './dto/template.dto.js';
import { RequestTemplateDto, TemplateDto } from './dto/template-response.dto.js';
import { toTemplate } from './template.mapper.js';

@ApiController('signatures/:signatureId/template')
export class RequestTemplatesController {
  constructor(private readonly requests: RequestTemplates) {}

  /** Returns the version of a template from which a request was made. */
  @Get()
  @EntityTag({ store: true })
  @Refuses(notFound('Signature'), requestTemplateNotFound())
  async get(
    @CurrentPrincipal() { organizationId }: Principal,
    @Param('signatureId', IdPipe) signatureId: number,
  ): Promise<RequestTemplateDto> {
    return this.requests.of({ organizationId, signatureId });
  }

  /** Creates a template from a draft or a sent request, without anybody's name, address and entries. */
  @Post()
  @Refuses(
    notFound('Signature'),
    templateDocumentNotFound(),
    refused('document_gone', 'The document of this request was removed'),
    refused('several_documents', 'The request has several documents, but a template has one'),
    overloaded(),
  )
  async save(
    @CurrentPrincipal() caller: Principal,
    @Param('signatureId', IdPipe) signatureId: number,
    @Body() { name }: DuplicateTemplateDto,
  ): Promise<TemplateDto> {
    return toTemplate(await this.requests.save(caller, signatureId, name));
  }
}
