import { Controller, Get, Header, Param, UseGuards } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { IdPipe } from '../../common/http/id.pipe.js';
import { PageThrottlerGuard } from '../../platform/pages/page-throttler.guard.js';
import { WebhookKeyPairs } from '../webhook-key-pairs.js';

/** Where receivers find the public key that checks `v1a` signatures; open to everybody. */
@ApiExcludeController()
@UseGuards(PageThrottlerGuard)
@Controller('.well-known/webhook-keys')
export class WebhookKeysController {
  constructor(private readonly keyPairs: WebhookKeyPairs) {}

  /** A list, so that a receiver is prepared for a second key. */
  @Get(':organizationId')
  @Header('cache-control', 'public, max-age=3600')
  async show(@Param('organizationId', IdPipe) organizationId: number): Promise<{ keys: string[] }> {
    return { keys: [await this.keyPairs.publishedKeyOf(organizationId)] };
  }
}
