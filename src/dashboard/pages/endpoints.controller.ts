import { Body, Get, Post } from '@nestjs/common';
import { actorOf } from '../../accounts/domain/actor-of.js';
import { AppError } from '../../common/errors.js';
import { type Page, type PageResult } from '../../platform/pages/page.js';
import { DEFAULT_EVENTS } from '../../webhooks/domain/event-types.js';
import { EndpointManagement } from '../../webhooks/endpoint-management.js';
import { confirmFirst } from './confirm-first.js';
import { DashboardPages } from './dashboard-pages.decorator.js';
import { DashboardShell } from './dashboard-shell.js';
import { CurrentVisit, type DashboardVisit } from './dashboard-visit.decorator.js';
import { enteredEndpoint, eventChoices, problemsOf } from './endpoint.view-model.js';
import { EndpointPages } from './endpoint-pages.js';
import { type Fields } from './form-fields.js';

const NEW_ADDRESS = '/dashboard/endpoints/new';

/** All endpoints of the organization. The secret of a new one is shown once, in the response to the form. */
@DashboardPages('/endpoints', 'endpoint')
export class EndpointsController {
  constructor(
    private readonly endpoints: EndpointManagement,
    private readonly pages: EndpointPages,
    private readonly shell: DashboardShell,
  ) {}

  @Get()
  list(@CurrentVisit() visit: DashboardVisit): Promise<Page> {
    return this.pages.list(visit, {});
  }

  @Get('new')
  async showForm(@CurrentVisit() visit: DashboardVisit): Promise<PageResult> {
    if (!visit.isConfirmed) return confirmFirst(NEW_ADDRESS);
    const choices = eventChoices(DEFAULT_EVENTS);
    return this.shell.page(visit, 'endpoint-new', { choices });
  }

  /** A form posted twice creates one endpoint, because its name is then taken. */
  @Post('new')
  async add(@CurrentVisit() visit: DashboardVisit, @Body() fields: Fields): Promise<PageResult> {
    if (!visit.isConfirmed) return confirmFirst(NEW_ADDRESS);
    const { called, ...entered } = enteredEndpoint(fields);
    try {
      const newSecret = await this.endpoints.add(actorOf(visit), { ...entered, label: called });
      return await this.pages.list(visit, { newSecret, called });
    } catch (error) {
      const isFull = error instanceof AppError && error.code === 'too_many_endpoints';
      const problems = isFull ? null : problemsOf(error);
      const { url: address, events, holdsWhenDown: isHeldWhenDown } = entered;
      const model = { called, address, isFull, problems, choices: eventChoices(events), isHeldWhenDown };
      return this.shell.page(visit, 'endpoint-new', model, 400);
    }
  }
}
