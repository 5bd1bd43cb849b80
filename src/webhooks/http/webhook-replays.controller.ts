import { randomUUID } from 'node:crypto';
import { Body, Get, Param, Post } from '@nestjs/common';
import { ApiController } from '../../auth/api-controller.decorator.js';
import { CurrentPrincipal } from '../../auth/current-principal.decorator.js';
import { type Principal } from '../../auth/principal.js';
import { invalid, notFound } from '../../common/errors.js';
import { EntityTag } from '../../common/http/entity-tag.decorator.js';
import { Refuses } from '../../common/http/refuses.decorator.js';
import { UuidPipe } from '../../common/http/uuid.pipe.js';
import { parseDeadline } from '../../common/timestamps.js';
import { deliveryPending, endpointDisabled, noWebhookAddress } from '../webhook.errors.js';
import { WebhookReplays } from '../webhook-replays.js';
import {
  ReplayDto,
  ReplayedDeliveryDto,
  ReplayFailedDto,
  ReplayProgressDto,
} from './dto/webhook-replay.dto.js';

@ApiController('webhook-notifications')
export class WebhookReplaysController {
  constructor(private readonly replays: WebhookReplays) {}

  /**
   * Repeats, in the background, the deliveries of a period that failed for good and that no replay has delivered since.
   * Each becomes a new delivery with a `webhookId` of its own; its `replayOf` names the old one.
   */
  @Post('replays')
  @Refuses(
    notFound('Endpoint'),
    noWebhookAddress(),
    endpointDisabled(),
    invalid({ field: 'until', message: 'until must be later than from' }),
  )
  async replayFailed(
    @CurrentPrincipal() { organizationId }: Principal,
    @Body() body: ReplayFailedDto,
  ): Promise<ReplayDto> {
    const { endpointId = null } = body;
    const range = { endpointId, from: parseDeadline(body.from)!, until: parseDeadline(body.until)! };
    const id = randomUUID();
    const found = await this.replays.count(organizationId, range);
    await this.replays.begin(organizationId, { id, ...range });
    return { id, from: range.from.toISOString(), until: range.until.toISOString(), endpointId, found };
  }

  /** Returns the progress of a replay of failed deliveries. */
  @Get('replays/:replayId')
  @EntityTag({ store: true })
  @Refuses(notFound('Replay'))
  async progress(
    @CurrentPrincipal() { organizationId }: Principal,
    @Param('replayId', UuidPipe) replayId: string,
  ): Promise<ReplayProgressDto> {
    const { id, from, until, endpointId, replayed, finished } = await this.replays.find(
      organizationId,
      replayId,
    );
    return { id, from: from.toISOString(), until: until.toISOString(), endpointId, replayed, finished };
  }

  /** Delivers the event of an ended delivery to the same endpoint again. */
  @Post(':deliveryId/replay')
  @Refuses(notFound('Delivery'), deliveryPending(), noWebhookAddress(), endpointDisabled())
  async replay(
    @CurrentPrincipal() { organizationId }: Principal,
    @Param('deliveryId', UuidPipe) deliveryId: string,
  ): Promise<ReplayedDeliveryDto> {
    return { id: await this.replays.replayOne(organizationId, deliveryId) };
  }
}
