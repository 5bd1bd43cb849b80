import { Controller, Get, Req, UseInterceptors } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { type FastifyRequest } from 'fastify';
import { AppError } from '../../common/errors.js';
import { PageInterceptor } from './page.interceptor.js';
import { Page } from './page.js';
import { wantsPage } from './wants-page.js';

/** Shows a person who opens the bare address what runs there. Programs get nothing. */
@Controller()
@UseInterceptors(PageInterceptor)
@ApiExcludeController()
export class HomeController {
  @Get()
  show(@Req() request: FastifyRequest): Page {
    if (!wantsPage(request)) throw new AppError(404, 'Not Found');
    return new Page('pages/home', {});
  }
}
