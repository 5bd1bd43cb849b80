import { Body, Param, Post, Req } from '@nestjs/common';
import { type FastifyRequest } from 'fastify';
import { AppError, refused } from '../../common/errors.js';
import { IdPipe } from '../../common/http/id.pipe.js';
import { type PageResult, Redirect } from '../../platform/pages/page.js';
import { RequestTemplates } from '../../templates/request-templates.js';
import { callerOf } from './caller-of.js';
import { DashboardPages } from './dashboard-pages.decorator.js';
import { CurrentVisit, type DashboardVisit } from './dashboard-visit.decorator.js';
import { type Fields } from './form-fields.js';
import { SentOnce } from './sent-once.js';
import { SignaturePages } from './signature-pages.js';
import { pageOfTemplate } from './template-drafts.js';

/** Makes templates of requests. */
@DashboardPages('/signatures', 'templates')
export class RequestTemplateController {
  constructor(
    private readonly pages: SignaturePages,
    private readonly requests: RequestTemplates,
    private readonly once: SentOnce,
  ) {}

  /** Of a draft or a sent request, without anybody's name, address and entries. */
  @Post(':id/template')
  async save(
    @CurrentVisit() visit: DashboardVisit,
    @Param('id', IdPipe) id: number,
    @Body() fields: Fields,
    @Req() request: FastifyRequest,
  ): Promise<PageResult> {
    await this.pages.assertOwn(visit, id);
    return this.pages.orSay(visit, id, async () => {
      try {
        const made = await this.once.run(
          visit,
          `template-of:${id}`,
          fields,
          async () => (await this.requests.save(callerOf(visit, request), id)).id,
        );
        return new Redirect(`${pageOfTemplate(made)}?done=made`);
      } catch (error) {
        throw isWithoutDocument(error) ? withoutDocument() : error;
      }
    });
  }
}

/** The request is there, so its document is what was not found. */
const isWithoutDocument = (error: unknown) => error instanceof AppError && error.statusCode === 404;
const withoutDocument = () =>
  refused('document_missing', 'Only requests with an uploaded document can become templates');
