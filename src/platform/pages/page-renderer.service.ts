import type {} from '@fastify/helmet';
import { Injectable } from '@nestjs/common';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { ASSET_VERSION } from './asset-version.js';
import { localeOfReader } from '../templates/locales.js';
import { TemplateRenderer } from '../templates/template-renderer.service.js';
import {
  CameraPage,
  contentDisposition,
  Download,
  FramedMail,
  FramedPage,
  FramingPage,
  NoContent,
  Page,
  Redirect,
  StreamedDownload,
  type PageResult,
} from './page.js';
import { allowFrames, allowFraming, allowMailFraming } from './framing.js';
import { browserLanguage, languageChoice } from './language-choice.js';
import { type PageBrand } from './page-brand.js';
import { permissionsPolicy } from '../../common/http/permissions-policy.js';

/** Sends a page handler's result with the headers of hosted pages. */
@Injectable()
export class PageRenderer {
  constructor(private readonly templates: TemplateRenderer) {}

  async send(result: PageResult, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    void reply.header('cache-control', 'no-store');
    if (result instanceof Redirect) return void (await reply.redirect(result.location, result.status));
    if (result instanceof NoContent) return void (await reply.status(204).send());
    if (result instanceof Download) {
      const { bytes, mimeType, fileName, disposition } = result;
      void reply.header('content-disposition', contentDisposition(disposition, fileName));
      return void (await reply.type(mimeType).send(bytes));
    }
    if (result instanceof StreamedDownload) {
      const { stream, mimeType, fileName } = result;
      void reply.header('content-disposition', contentDisposition('attachment', fileName));
      return void (await reply.type(mimeType).send(stream));
    }
    if (result instanceof FramedMail) {
      allowMailFraming(reply);
      return void (await reply.status(200).type('text/html; charset=utf-8').send(result.html));
    }
    await this.sendPage(result, request, reply);
  }

  private async sendPage(page: Page, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const languages = this.templates.localesOf(page.view.split('/')[0]!);
    const locale = localeOf(page, request, languages);
    const model = {
      ...page.model,
      nonce: reply.cspNonce.script,
      styleNonce: reply.cspNonce.style,
      assets: ASSET_VERSION,
      framed: page instanceof FramedPage && page.scripts === 'none',
      languageChoice: choiceOf(page, request, { locale, languages }),
    };
    const html = this.templates.render(page.view, model, { locale });
    if (page instanceof FramingPage) allowFrames(reply);
    if (page instanceof FramedPage) allowFraming(reply, page.scripts);
    if (page instanceof CameraPage)
      void reply.header('permissions-policy', permissionsPolicy({ camera: true }));
    await reply
      .status(page.status)
      .header('content-language', locale)
      .header('vary', 'Accept-Language, Cookie')
      .type('text/html; charset=utf-8')
      .send(html);
  }
}

/** What a page of a link knows of its reader and of itself. */
interface LinkModel {
  /** The person's own language. */
  locale?: string | null;
  brand?: PageBrand;
  addresses?: { language?: string; landing?: string; session?: string };
}

/** @param languages - those of the page's texts */
function localeOf(page: Page, request: FastifyRequest, languages: readonly string[]): string {
  if (page instanceof FramedPage) return page.locale;
  const { locale = null, brand } = page.model as LinkModel;
  const organization = brand?.locale ?? null;
  return localeOfReader({ own: locale, organization, ...browserLanguage(request) }, languages);
}

/** A reload must not repeat what was posted: from such a page, the choice leads to the step that is due. */
function choiceOf(
  page: Page,
  request: FastifyRequest,
  { locale, languages }: { locale: string; languages: readonly string[] },
) {
  if (page instanceof FramedPage || languages.length < 2) return null;
  const { addresses = {} } = page.model as LinkModel;
  const home = addresses.landing ?? addresses.session ?? '/';
  const here = request.method === 'GET' ? request.url : home;
  const others = languages.filter((code) => code !== locale);
  return languageChoice(locale, others, { address: addresses.language ?? '/language', page: here });
}
