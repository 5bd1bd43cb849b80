import { Body, Get, HttpCode, Param, Post, Query, Req, Res } from '@nestjs/common';
import { ApiOkResponse } from '@nestjs/swagger';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { ApiController } from '../../auth/api-controller.decorator.js';
import { CurrentPrincipal } from '../../auth/current-principal.decorator.js';
import { Paged } from '../../auth/paged.decorator.js';
import { type Principal } from '../../auth/principal.js';
import { AppError, overloaded, refusedAll } from '../../common/errors.js';
import { EntityTag } from '../../common/http/entity-tag.decorator.js';
import { entityTag, knowsTag, NOT_MODIFIED, tagHeaders } from '../../common/http/entity-tags.js';
import { IdPipe } from '../../common/http/id.pipe.js';
import { Refuses } from '../../common/http/refuses.decorator.js';
import { refusal } from '../../pdf/document-inspection.js';
import { contentDisposition } from '../../platform/pages/page.js';
import {
  templateArchived,
  templateChanged,
  templateDocumentNotFound,
  templateNotFound,
  templateNotPublished,
  templateVersionUnknown,
  versionNotFound,
} from '../template.errors.js';
import { TemplatePublishing } from '../template-publishing.js';
import { TemplateVersions } from '../template-versions.js';
import { ListVersionsDto, PublishTemplateDto, TemplateFileDto, VersionDto } from './dto/template.dto.js';
import {
  FullTemplateVersionDto,
  TemplateDifferencesDto,
  TemplateVersionDto,
  TemplateVersionListDto,
} from './dto/template-response.dto.js';
import { toFullVersion, toVersion } from './template.mapper.js';

const FILE = { schema: { type: 'string', format: 'binary' } } as const;
const SCHEMA = { schema: { type: 'object', additionalProperties: true } } as const;
const PROBLEMS = [
  { code: 'template_empty', field: 'documents', message: 'documents is empty: upload a document first' },
  {
    code: 'template_not_sendable',
    field: 'options.type',
    message: 'options.type is self_signed, which has exactly one signer',
  },
  {
    code: 'template_document_missing',
    field: 'fields[0].places[0].document',
    message: 'the template has no such document',
  },
  {
    code: 'place_outside_page',
    field: 'fields[0].places[0]',
    message: 'fields[0].places[0] ends outside the page',
  },
  {
    code: 'fields_overlap',
    field: 'fields[1].places[0]',
    message: 'fields[1].places[0] overlaps fields[0].places[0]',
  },
  {
    code: 'condition_on_signature',
    field: 'fields[2].showIf',
    message: 'fields[2].showIf hides a signature',
  },
  {
    code: 'entry_does_not_fit',
    field: 'fields[1].text',
    message: 'fields[1].text is 12 characters too long for its place',
  },
  {
    code: 'role_without_fields',
    field: 'fields[0].role',
    message: "fields[0].role is 'boss', who only approves",
  },
  {
    code: 'document_signed_no_fields',
    field: 'fields[0].places[0]',
    message: 'the document carries signatures',
  },
  {
    code: 'document_signed_redrawn',
    field: 'fields[0].places[0]',
    message: 'fields[0].places[0] cannot be placed',
  },
];

@ApiController('templates/:templateId')
export class TemplateVersionsController {
  constructor(
    private readonly publishing: TemplatePublishing,
    private readonly versions: TemplateVersions,
  ) {}

  /** Publishes the draft as a version that never changes. A draft equal to the latest version returns that version. */
  @Post('publish')
  @HttpCode(200)
  @Refuses(
    templateNotFound(),
    templateArchived(),
    templateChanged(4),
    ...PROBLEMS.map((problem) => refusedAll([problem])),
    ...(['document_unsealable', 'document_too_complex'] as const).map(
      (code) => new AppError(400, refusal(code).message, code),
    ),
    new AppError(400, 'documents[0].name has symbols that no installed font has', 'script_unsupported'),
    overloaded(),
  )
  async publish(
    @CurrentPrincipal() caller: Principal,
    @Param('templateId', IdPipe) templateId: number,
    @Body() { note = '' }: PublishTemplateDto,
  ): Promise<TemplateVersionDto> {
    return toVersion(await this.publishing.publish(caller, templateId, note));
  }

  /** Lists the published versions, the latest first. */
  @Get('versions')
  @Paged('skip')
  @Refuses(templateNotFound())
  async list(
    @CurrentPrincipal() { organizationId }: Principal,
    @Param('templateId', IdPipe) templateId: number,
    @Query() { skip, limit }: ListVersionsDto,
  ): Promise<TemplateVersionListDto> {
    const { rows, total } = await this.versions.list({ organizationId, templateId }, { skip, limit });
    return { items: rows.map(toVersion), total, skip, limit };
  }

  /** Returns a published version with its definition. */
  @Get('versions/:version')
  @EntityTag({ store: true })
  @Refuses(templateNotFound(), versionNotFound())
  async get(
    @CurrentPrincipal() { organizationId }: Principal,
    @Param('templateId', IdPipe) templateId: number,
    @Param('version', IdPipe) version: number,
  ): Promise<FullTemplateVersionDto> {
    return toFullVersion(await this.versions.get({ organizationId, templateId }, version));
  }

  /** Says in what a version differs from an earlier one. */
  @Get('versions/:version/differences/:other')
  @EntityTag({ store: true })
  @Refuses(templateNotFound(), versionNotFound())
  async differences(
    @CurrentPrincipal() { organizationId }: Principal,
    @Param('templateId', IdPipe) templateId: number,
    @Param('version', IdPipe) version: number,
    @Param('other', IdPipe) other: number,
  ): Promise<TemplateDifferencesDto> {
    return { items: await this.versions.differences({ organizationId, templateId }, version, other) };
  }

  /** Downloads a document of a published version. */
  @Get('versions/:version/documents/:n')
  @ApiOkResponse({ content: { 'application/pdf': FILE } })
  @EntityTag({ store: true })
  @Refuses(templateNotFound(), versionNotFound(), templateDocumentNotFound(), overloaded())
  async document(
    @CurrentPrincipal() { organizationId }: Principal,
    @Param('templateId', IdPipe) templateId: number,
    @Param('version', IdPipe) version: number,
    @Param('n', IdPipe) n: number,
    @Query() { file }: TemplateFileDto,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const located = await this.versions.locate({ organizationId, templateId }, version, n, file);
    const tag = entityTag(located.sha256);
    const tagged = tagHeaders(request, tag);
    if (knowsTag(request, tag)) return void (await reply.status(NOT_MODIFIED).headers(tagged).send());
    const bytes = await this.versions.load(located, organizationId, reply);
    const disposition = contentDisposition('attachment', located.fileName);
    await reply
      .headers({ ...tagged, 'content-disposition': disposition })
      .type(located.mimeType)
      .send(bytes);
  }

  /** Returns the JSON Schema (2020-12) of the values that sending takes. */
  @Get('values-schema')
  @ApiOkResponse({ content: { 'application/json': SCHEMA } })
  @EntityTag({ store: true })
  @Refuses(templateNotFound(), templateNotPublished(), templateVersionUnknown(7))
  valuesSchema(
    @CurrentPrincipal() { organizationId }: Principal,
    @Param('templateId', IdPipe) templateId: number,
    @Query() { version }: VersionDto,
  ): Promise<object> {
    return this.versions.valuesSchema({ organizationId, templateId }, version);
  }
}
