import { Get, Query, Req, Res } from '@nestjs/common';
import { ApiExtension, ApiOkResponse } from '@nestjs/swagger';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { ApiController } from '../../auth/api-controller.decorator.js';
import { ApiKeyManagement } from '../../auth/api-key-management.js';
import { CurrentPrincipal } from '../../auth/current-principal.decorator.js';
import { PAGED } from '../../auth/paged.decorator.js';
import { type Principal } from '../../auth/principal.js';
import { missingScope, overloaded } from '../../common/errors.js';
import { whileClientWaits } from '../../common/http/client-signal.js';
import { linksFrom } from '../../common/http/page-links.js';
import { Refuses } from '../../common/http/refuses.decorator.js';
import { Settings } from '../../platform/config/settings.js';
import { readFeedFilter } from '../domain/feed-filter.js';
import { FeedCursors } from '../feed-cursors.js';
import { cursorExpired, eventsRemoved } from '../webhook.errors.js';
import { WebhookFeed } from '../webhook-feed.js';
import { EventPageDto } from './dto/event-page.dto.js';
import { ReadEventsDto } from './dto/read-events.dto.js';
import { toEventPage } from './event-page.mapper.js';

@ApiController('events')
export class EventsController {
  constructor(
    private readonly feed: WebhookFeed,
    private readonly cursors: FeedCursors,
    private readonly apiKeys: ApiKeyManagement,
    private readonly settings: Settings,
  ) {}

  /**
   * Lists the organization's events, oldest first, whether or not they were delivered. A key without `identity:read` must
   * set `types`, without those of identity verifications.
   */
  @Get()
  @ApiOkResponse({ type: EventPageDto })
  @ApiExtension(PAGED, 'after')
  @Refuses(
    cursorExpired(),
    eventsRemoved(),
    missingScope('identity:read', ' for events of identity_verification'),
    overloaded(),
  )
  async read(
    @CurrentPrincipal() { organizationId, apiKeyId, scopes }: Principal,
    @Query() { after, types, limit, wait }: ReadEventsDto,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const readCursor = (text: string) => this.cursors.read(organizationId, text);
    const filter = { organizationId, limit, ...readFeedFilter({ after, types }, scopes, readCursor) };
    const assertAdmitted = () => this.apiKeys.assertActive(organizationId, apiKeyId);
    const page = await whileClientWaits(request, (gone) =>
      this.feed.read(filter, wait, { gone, assertAdmitted }),
    );
    const next = this.cursors.write(organizationId, page.next);
    const link = linksFrom(this.settings.publicUrl + request.url)('next', { after: next });
    await reply.header('link', link).type('application/json; charset=utf-8').send(toEventPage(page, next));
  }
}
