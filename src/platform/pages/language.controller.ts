import { Body, Controller, Post, Res, UseGuards, UseInterceptors } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { type FastifyReply } from 'fastify';
import { keepInBrowser, readChoice } from './language-choice.js';
import { PageInterceptor } from './page.interceptor.js';
import { type PageResult, Redirect } from './page.js';
import { PageThrottlerGuard } from './page-throttler.guard.js';

/** Receives the choice of a language on pages that belong to no link. */
@Controller('language')
@UseGuards(PageThrottlerGuard)
@UseInterceptors(PageInterceptor)
@ApiExcludeController()
export class LanguageController {
  @Post()
  choose(
    @Body() fields: Record<string, unknown> | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): PageResult {
    const { locale, back } = readChoice(fields, '/');
    if (locale !== null) keepInBrowser(reply, locale);
    return new Redirect(back);
  }
}
