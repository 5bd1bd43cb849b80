import { Body, Param, Post, Req, Res } from '@nestjs/common';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { chosenFile, fileFaultOf } from '../../common/http/multipart.js';
import { type DocumentSide } from '../../identity-verifications/domain/document-sides.js';
import { HostedPages } from '../../platform/pages/hosted-pages.decorator.js';
import { keepInBrowser, readChoice } from '../../platform/pages/language-choice.js';
import { type PageResult, Redirect } from '../../platform/pages/page.js';
import { DocumentUploads, MAX_IMAGE_BYTES, type UploadProblem } from '../document-uploads.js';
import { SessionTokenPipe } from '../http/session-token.pipe.js';
import { SessionActions } from '../session-actions.js';
import { addressesOf, isCountry, isDocumentType } from './session-page.view-model.js';
import { SessionPages } from './session-pages.js';

/** The person's actions. Every response leads to the step that is then due, so a reload repeats nothing. */
@HostedPages('verify')
export class SessionActionsController {
  constructor(
    private readonly actions: SessionActions,
    private readonly uploads: DocumentUploads,
    private readonly pages: SessionPages,
  ) {}

  @Post(':token/start')
  async start(@Param('token', SessionTokenPipe) token: string): Promise<PageResult> {
    await this.actions.consent(token);
    return new Redirect(addressesOf(token).session);
  }

  @Post(':token/document-type')
  async chooseDocument(
    @Param('token', SessionTokenPipe) token: string,
    @Body() fields: Record<string, unknown>,
  ): Promise<PageResult> {
    const { documentType, country } = fields;
    if (!isDocumentType(documentType)) return this.pages.documentType(token, true);
    await this.actions.chooseDocument(token, documentType, isCountry(country) ? country : null);
    return new Redirect(addressesOf(token).session);
  }

  @Post(':token/front')
  front(
    @Param('token', SessionTokenPipe) token: string,
    @Req() request: FastifyRequest,
  ): Promise<PageResult> {
    return this.upload(token, 'front', request);
  }

  @Post(':token/back')
  back(@Param('token', SessionTokenPipe) token: string, @Req() request: FastifyRequest): Promise<PageResult> {
    return this.upload(token, 'back', request);
  }

  @Post(':token/language')
  async chooseLanguage(
    @Param('token', SessionTokenPipe) token: string,
    @Body() fields: Record<string, unknown> | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<PageResult> {
    const { locale, back } = readChoice(fields, addressesOf(token).session);
    if (locale === null) return new Redirect(back);
    await this.actions.setLocale(token, locale);
    keepInBrowser(reply, locale);
    return new Redirect(back);
  }

  @Post(':token/human')
  async human(@Param('token', SessionTokenPipe) token: string): Promise<PageResult> {
    await this.actions.requestReview(token);
    return new Redirect(addressesOf(token).session);
  }

  @Post(':token/cancel')
  async cancel(@Param('token', SessionTokenPipe) token: string): Promise<PageResult> {
    await this.actions.cancel(token);
    return new Redirect(addressesOf(token).session);
  }

  private async upload(token: string, side: DocumentSide, request: FastifyRequest): Promise<PageResult> {
    const problem = await this.take(token, side, request);
    if (problem === null) return new Redirect(addressesOf(token).session);
    return this.pages.refuseUpload(token, problem);
  }

  private async take(
    token: string,
    side: DocumentSide,
    request: FastifyRequest,
  ): Promise<UploadProblem | null> {
    try {
      return await this.uploads.receive(token, side, {
        request,
        maxBytes: MAX_IMAGE_BYTES,
        readInto: (file) => chosenFile(request, MAX_IMAGE_BYTES, file),
      });
    } catch (error) {
      const fault = fileFaultOf(error);
      if (!fault) throw error;
      return fault;
    }
  }
}
