import { Controller, Get, Headers, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { type FastifyReply } from 'fastify';
import { notFound, unauthorized } from '../../common/errors.js';
import { MetricsAccess } from '../metrics-access.js';
import { ServiceFigures } from '../service-figures.js';

/** The metrics on the service's own port, for holders of `METRICS_TOKEN`; without one set, there is no such page. */
@ApiExcludeController()
@Controller()
export class MetricsController {
  constructor(
    private readonly access: MetricsAccess,
    private readonly figures: ServiceFigures,
  ) {}

  @Get('metrics')
  async expose(
    @Headers('authorization') authorization: string | undefined,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    if (!this.access.hasToken) throw notFound('Page');
    if (!this.access.isOpenTo(authorization)) throw unauthorized();
    const { type, text } = await this.figures.expose();
    await reply.header('cache-control', 'no-store').type(type).send(text);
  }
}
