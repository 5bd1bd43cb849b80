import { Body, Delete, Get, HttpCode, Param, Patch, Post, Put, Query } from '@nestjs/common';
import { ApiController } from '../../auth/api-controller.decorator.js';
import { CurrentPrincipal } from '../../auth/current-principal.decorator.js';
import { Paged } from '../../auth/paged.decorator.js';
import { type Principal } from '../../auth/principal.js';
import { EntityTag } from '../../common/http/entity-tag.decorator.js';
import { IdPipe } from '../../common/http/id.pipe.js';
import { Refuses } from '../../common/http/refuses.decorator.js';
import { templateArchived, templateChanged, templateNotFound } from '../template.errors.js';
import { TemplateDefinitions } from '../template-definitions.js';
import { TemplatesService } from '../templates.service.js';
import {
  CreateTemplateDto,
  DescribeTemplateDto,
  DuplicateTemplateDto,
  ListTemplatesDto,
} from './dto/template.dto.js';
import { ReplaceDefinitionDto } from './dto/template-definition.dto.js';
import { TemplateDefinitionDto, TemplateDto, TemplateListDto } from './dto/template-response.dto.js';
import { toDefinition, toTemplate } from './template.mapper.js';
import { toGivenDefinition } from './template-input.js';
import { definitionRefusals } from './template-refusals.js';

@ApiController('templates')
export class TemplatesController {
  constructor(
    private readonly templates: TemplatesService,
    private readonly definitions: TemplateDefinitions,
  ) {}

  /** Creates a template without documents and fields. */
  @Post()
  async create(@CurrentPrincipal() caller: Principal, @Body() body: CreateTemplateDto): Promise<TemplateDto> {
    const { name, description = '' } = body;
    return toTemplate(await this.templates.create(caller, { name, description }));
  }

  /** Lists the organization's templates. */
  @Get()
  @Paged('skip')
  async list(
    @CurrentPrincipal() { organizationId }: Principal,
    @Query() query: ListTemplatesDto,
  ): Promise<TemplateListDto> {
    const { rows, total } = await this.templates.list({ organizationId, ...query });
    return { items: rows.map(toTemplate), total, skip: query.skip, limit: query.limit };
  }

  /** Returns a template without its definition. */
  @Get(':templateId')
  @EntityTag({ store: true })
  @Refuses(templateNotFound())
  async get(
    @CurrentPrincipal() { organizationId }: Principal,
    @Param('templateId', IdPipe) templateId: number,
  ): Promise<TemplateDto> {
    return toTemplate(await this.templates.get({ organizationId, templateId }));
  }

  /** Changes a template's name or description. */
  @Patch(':templateId')
  @Refuses(templateNotFound(), templateArchived())
  async describe(
    @CurrentPrincipal() caller: Principal,
    @Param('templateId', IdPipe) templateId: number,
    @Body() { name, description }: DescribeTemplateDto,
  ): Promise<TemplateDto> {
    const given = { ...(name !== undefined && { name }), ...(description !== undefined && { description }) };
    return toTemplate(await this.templates.describe(caller, templateId, given));
  }

  /** Archives a template: requests made from it go on, but no more are made. */
  @Delete(':templateId')
  @Refuses(templateNotFound())
  async archive(
    @CurrentPrincipal() caller: Principal,
    @Param('templateId', IdPipe) templateId: number,
  ): Promise<TemplateDto> {
    return toTemplate(await this.templates.archive(caller, templateId));
  }

  /** Creates a template with the same draft; its versions are not copied. */
  @Post(':templateId/duplicate')
  @Refuses(templateNotFound())
  async duplicate(
    @CurrentPrincipal() caller: Principal,
    @Param('templateId', IdPipe) templateId: number,
    @Body() { name }: DuplicateTemplateDto,
  ): Promise<TemplateDto> {
    return toTemplate(await this.templates.duplicate(caller, templateId, name));
  }

  /** Returns the draft: documents, roles, fields and options, and what keeps it from being published. */
  @Get(':templateId/definition')
  @EntityTag({ store: true })
  @Refuses(templateNotFound())
  async definition(
    @CurrentPrincipal() { organizationId }: Principal,
    @Param('templateId', IdPipe) templateId: number,
  ): Promise<TemplateDefinitionDto> {
    return toDefinition(await this.definitions.get({ organizationId, templateId }));
  }

  /** Replaces the roles, fields and options of the draft. */
  @Put(':templateId/definition')
  @HttpCode(200)
  @Refuses(templateNotFound(), templateArchived(), templateChanged(4), ...definitionRefusals())
  async replaceDefinition(
    @CurrentPrincipal() caller: Principal,
    @Param('templateId', IdPipe) templateId: number,
    @Body() body: ReplaceDefinitionDto,
  ): Promise<TemplateDefinitionDto> {
    const given = toGivenDefinition(body);
    return toDefinition(await this.definitions.replace(caller, templateId, given, body.revision));
  }
}
