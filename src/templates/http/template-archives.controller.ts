import { Get, Param, Post, Req, Res } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiBody, ApiConsumes, ApiOkResponse } from '@nestjs/swagger';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { ApiController } from '../../auth/api-controller.decorator.js';
import { CurrentPrincipal } from '../../auth/current-principal.decorator.js';
import { type Principal } from '../../auth/principal.js';
import { invalid, overloaded } from '../../common/errors.js';
import { IdPipe } from '../../common/http/id.pipe.js';
import { uploadedFile, uploadRefusals } from '../../common/http/multipart.js';
import { Refuses } from '../../common/http/refuses.decorator.js';
import { zipName, zipStream } from '../../common/zip-stream.js';
import { contentDisposition } from '../../platform/pages/page.js';
import { Downloads } from '../../platform/storage/downloads.js';
import { Uploads } from '../../platform/storage/uploads.js';
import { archiveInvalid, archiveTooLarge, templateNotFound, textTags } from '../template.errors.js';
import { TemplateArchives } from '../template-archives.js';
import { TemplateDto } from './dto/template-response.dto.js';
import { MAX_ARCHIVE_BYTES, readArchive } from './read-archive.js';
import { toTemplate } from './template.mapper.js';
import { definitionRefusals, documentRefusals } from './template-refusals.js';

const ZIP = 'application/zip';
const FILE = { schema: { type: 'string', format: 'binary' } } as const;
const FORM = {
  type: 'object',
  properties: { file: { type: 'string', format: 'binary', description: 'An exported template.' } },
  required: ['file'],
};

@ApiController('templates')
export class TemplateArchivesController {
  constructor(
    private readonly archives: TemplateArchives,
    private readonly uploads: Uploads,
    private readonly downloads: Downloads,
  ) {}

  /** Downloads the draft of a template as a ZIP archive. */
  @Get(':templateId/export')
  @ApiOkResponse({ content: { [ZIP]: FILE } })
  @Refuses(templateNotFound(), overloaded())
  async export(
    @CurrentPrincipal() { organizationId }: Principal,
    @Param('templateId', IdPipe) templateId: number,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { entries, sizeBytes, name } = await this.archives.export({ organizationId, templateId });
    const stream = await this.downloads.load(reply, { organizationId, sizeBytes }, () =>
      Promise.resolve(zipStream(entries)),
    );
    const disposition = contentDisposition('attachment', `${zipName(name)}.zip`);
    await reply.header('content-disposition', disposition).type(ZIP).send(stream);
  }

  /** Creates a template from an exported one, as the multipart field `file` or as the raw body. */
  @Post('import')
  @RouteConfig({ acceptsFile: true })
  @Refuses(
    invalid({ field: 'limit', message: 'limit is not a known field' }),
    archiveInvalid('template.json is missing'),
    archiveTooLarge(),
    textTags(),
    ...definitionRefusals(),
    ...documentRefusals(),
    ...uploadRefusals(MAX_ARCHIVE_BYTES),
    overloaded(),
  )
  @ApiBody({ schema: FORM })
  @ApiConsumes('multipart/form-data', ZIP)
  async import(@CurrentPrincipal() caller: Principal, @Req() request: FastifyRequest): Promise<TemplateDto> {
    const { organizationId } = caller;
    const upload = { tenant: String(organizationId), organizationId: null, maxBytes: MAX_ARCHIVE_BYTES };
    return this.uploads.receive(request, upload, async (incoming) => {
      const file = await uploadedFile(request, MAX_ARCHIVE_BYTES, incoming);
      return toTemplate(await this.archives.import(caller, await readArchive(await file.read())));
    });
  }
}
