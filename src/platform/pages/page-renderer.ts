import type {} from '@fastify/helmet';
import { Injectable } from '@nestjs/common';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { entityTag, knowsTag, NOT_MODIFIED } from '../../common/http/entity-tags.js';
import { permissionsPolicy } from '../../common/http/permissions-policy.js';
import { localeOfReader, regionOf } from '../templates/locales.js';
import { TemplateRenderer } from '../templates/template-renderer.js';
import { ASSET_VERSION } from './asset-version.js';
import { allowFrames, allowFraming, allowMailFraming } from './framing.js';
import { browserLanguage, languageChoice } from './language-choice.js';
import {
  Answer,
  CameraPage,
  contentDisposition,
  Download,
  FramedMail,
  FramedPage,
  FramingPage,
  KeptDownload,
  NoContent,
  Page,
  type PageResult,
  Redirect,
  StreamedDownload,
} from './page.js';
import { type PageBrand } from './page-brand.js';

/** Sends a page handler's result with the headers of hosted pages. */
@Injectable()
export class PageRenderer {
  constructor(private readonly templates: TemplateRenderer) {}

  async send(result: PageResult, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    void reply.header('cache-control', 'no-store');
    if (result instanceof Redirect) return void (await reply.redirect(result.location, result.status));
    if (result instanceof NoContent) return void (await reply.status(204).send());
    if (result instanceof Answer) return void (await reply.status(result.status).send(result.body));
    if (result instanceof KeptDownload) return this.sendKept(result, request, reply);
    if (result instanceof Download) return this.sendDownload(result, reply);
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

  private async sendDownload(
    { bytes, mimeType, fileName, disposition }: Download,
    reply: FastifyReply,
  ): Promise<void> {
    void reply.header('content-disposition', contentDisposition(disposition, fileName));
    await reply.type(mimeType).send(bytes);
  }

  private async sendKept(
    { hash, load }: KeptDownload,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<void> {
    const tag = entityTag(hash);
    const isKnown = knowsTag(request, tag);
    const download = isKnown ? null : await load();
    void reply.headers({ etag: tag, 'cache-control': 'private, no-cache' });
    if (download) return this.sendDownload(download, reply);
    await reply.status(NOT_MODIFIED).send();
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
    const html = this.templates.render(page.view, model, {
      locale,
      region: page instanceof FramedPage ? undefined : regionOf(locale, request.headers['accept-language']),
      timeZone: (page.model as LinkModel).reader?.timeZone,
    });
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

/** Data on its reader and itself in the model of a page below a link. */
interface LinkModel {
  /** The person's own language. */
  locale?: string | null;
  /** A member's choices for the pages of the dashboard. */
  reader?: { locale: string | null; timeZone: string };
  brand?: PageBrand;
  addresses?: { language?: string; landing?: string; session?: string };
}

/** @param languages - those of the page's texts */
function localeOf(page: Page, request: FastifyRequest, languages: readonly string[]): string {
  if (page instanceof FramedPage) return page.locale;
  const { locale = null, brand, reader } = page.model as LinkModel;
  const organization = brand?.locale ?? null;
  const own = reader ? reader.locale : locale;
  return localeOfReader({ own, organization, ...browserLanguage(request) }, languages);
}

/** A reload must not repeat what was posted: from a posted page, the choice leads to the step that is due. */
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
