import { Body, Post } from '@nestjs/common';
import { Answer, type PageResult } from '../../platform/pages/page.js';
import { PastSigners } from '../../signatures/signers/past-signers.js';
import { DashboardPages } from './dashboard-pages.decorator.js';
import { CurrentVisit, type DashboardVisit } from './dashboard-visit.decorator.js';
import { type Fields, textOf } from './form-fields.js';

/** Offers the people whom the organization asked to sign before, as their names or addresses are typed. */
@DashboardPages('/signatures/people', 'signatures')
export class PreparePeopleController {
  constructor(private readonly people: PastSigners) {}

  /** Posted, because addresses of pages are logged by what stands in front of the service. */
  @Post()
  async find(@CurrentVisit() { organizationId }: DashboardVisit, @Body() { q }: Fields): Promise<PageResult> {
    return new Answer({ people: await this.people.find(organizationId, textOf(q)) });
  }
}
