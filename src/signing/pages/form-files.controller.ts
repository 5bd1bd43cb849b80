import { Get, Param, Res } from '@nestjs/common';
import { type FastifyReply } from 'fastify';
import { notFound } from '../../common/errors.js';
import { IdPipe } from '../../common/http/id.pipe.js';
import { HostedPages } from '../../platform/pages/hosted-pages.decorator.js';
import { Download } from '../../platform/pages/page.js';
import { type Visit } from '../domain/visit.js';
import { FormUploads } from '../form-uploads.js';
import { CurrentVisit } from './visit.decorator.js';

/** Shows signers what they have given into the form. The form itself receives it (consent.controller.ts). */
@HostedPages('sign')
export class FormFilesController {
  constructor(private readonly uploads: FormUploads) {}

  @Get(':token/files/:id')
  async file(
    @CurrentVisit() visit: Visit,
    @Param('id', IdPipe) id: number,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Download> {
    const shown = await this.uploads.show(visit, id, reply);
    if (!shown) throw notFound('File');
    const { name, type } = shown.file.reference;
    return new Download(shown.bytes, type, name, type === 'application/pdf' ? 'attachment' : 'inline');
  }
}
