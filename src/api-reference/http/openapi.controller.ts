import { Controller, Get, Res, UseGuards } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { type FastifyReply } from 'fastify';
import { PageThrottlerGuard } from '../../platform/pages/page-throttler.guard.js';
import { ApiDocumentFile } from '../api-document-file.js';

/** The description of the interface for programs; public. */
@ApiExcludeController()
@UseGuards(PageThrottlerGuard)
@Controller('openapi.json')
export class OpenApiController {
  constructor(private readonly file: ApiDocumentFile) {}

  @Get()
  async show(@Res() reply: FastifyReply): Promise<void> {
    await reply
      .header('cache-control', 'public, max-age=300')
      .type('application/json; charset=utf-8')
      .send(this.file.bytes);
  }
}
