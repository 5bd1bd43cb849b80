import { Body, Get, Param, Post, Query } from '@nestjs/common';
import { actorOf } from '../../accounts/domain/actor-of.js';
import { notFound } from '../../common/errors.js';
import { IdPipe } from '../../common/http/id.pipe.js';
import { Download, type Page, type PageResult, Redirect } from '../../platform/pages/page.js';
import { WebhookReplays } from '../../webhooks/webhook-replays.js';
import { WebhookRetries } from '../../webhooks/webhook-retries.js';
import { DELIVERY_LIST, pageBefore } from '../domain/list-address.js';
import { isReplayedAlready, replayRefusal } from '../domain/replay-refusal.js';
import { isLastAttempt, retryRefusal } from '../domain/retry-refusal.js';
import { InArea } from './dashboard.guard.js';
import { DashboardPages } from './dashboard-pages.decorator.js';
import { CurrentVisit, type DashboardVisit } from './dashboard-visit.decorator.js';
import { DeliveryPages } from './delivery-pages.js';
import { type Fields, textOf } from './form-fields.js';

/** The deliveries to the endpoints, the responses, and the times of the next attempts. */
@DashboardPages('/deliveries', 'deliveries')
export class DeliveriesController {
  constructor(
    private readonly replays: WebhookReplays,
    private readonly retries: WebhookRetries,
    private readonly pages: DeliveryPages,
  ) {}

  @Get()
  list(@CurrentVisit() visit: DashboardVisit, @Query() query: Fields): Promise<Page> {
    return this.pages.list(visit, query);
  }

  @Get(':id')
  show(@CurrentVisit() visit: DashboardVisit, @Param('id') id: string): Promise<Page> {
    return this.pages.show(visit, id);
  }

  /** Leads to the new delivery. A form posted twice replays once, and leads to the same delivery. */
  @Post(':id/replay')
  @InArea('endpoint')
  async replay(
    @CurrentVisit() visit: DashboardVisit,
    @Param('id') id: string,
    @Body() fields: Fields,
  ): Promise<PageResult> {
    await this.pages.find(visit, id);
    const known = Number(textOf(fields.known)) || 0;
    try {
      const replayId = await this.replays.replayOneFor(actorOf(visit), id, known);
      return leadTo(visit, replayId);
    } catch (error) {
      if (!isReplayedAlready(error))
        return this.pages.show(visit, id, { refusal: replayRefusal(error) }, 400);
      const links = await this.replays.links(visit.organizationId, id);
      return leadTo(visit, links!.latestId!);
    }
  }

  /** Attempts a waiting delivery now. A form posted twice does so once. */
  @Post(':id/retry')
  @InArea('endpoint')
  async retry(
    @CurrentVisit() visit: DashboardVisit,
    @Param('id') id: string,
    @Body() { last }: Fields,
  ): Promise<PageResult> {
    await this.pages.find(visit, id);
    try {
      await this.retries.retryOne(actorOf(visit), id, last === 'yes');
      return leadTo(visit, id);
    } catch (error) {
      if (isLastAttempt(error)) return this.pages.show(visit, id, { isLastAsked: true });
      return this.pages.show(visit, id, { notRetried: retryRefusal(error) }, 400);
    }
  }

  /** The stored body of a response, which can be too long for the page. */
  @Get(':id/answers/:attempt')
  async answer(
    @CurrentVisit() visit: DashboardVisit,
    @Param('id') id: string,
    @Param('attempt', IdPipe) number: number,
  ): Promise<Download> {
    const { tries } = await this.pages.find(visit, id);
    const attempt = tries.find((each) => each.attempt === number);
    if (!attempt) throw notFound('Attempt');
    return new Download(
      Buffer.from(attempt.responseBody),
      'application/octet-stream',
      `answer-${id}-${number}.txt`,
    );
  }
}

/** To a delivery's page, which leads back to the list as it was. */
const leadTo = ({ url }: DashboardVisit, id: string) => new Redirect(pageBefore(url, DELIVERY_LIST, id));
