import { Get, Post, Query, Req } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ActivityLog } from '../../activity/activity-log.service.js';
import { findBrand } from '../../brands/brand.queries.js';
import { type BrandField, Brands } from '../../brands/brands.service.js';
import { FramingPage, type PageResult, Redirect } from '../../platform/pages/page.js';
import { MAX_NAME } from '../../common/validation/limits.js';
import { Transactions } from '../../platform/database/transactions.js';
import { actorOf } from '../domain/actor-of.js';
import { type BrandProblems, MAX_CONTACT_LINE, type TypedBrand } from '../domain/brand-fields.policy.js';
import { BrandForms } from './brand-forms.service.js';
import { PREVIEWS } from './brand-previews.service.js';
import { DashboardPages } from './dashboard-pages.decorator.js';
import { DashboardShell } from './dashboard-shell.service.js';
import { CurrentVisit, type DashboardRequest, type DashboardVisit } from './dashboard-visit.decorator.js';
import { TokenInParts } from './dashboard.guard.js';
import { type Fields } from './form-fields.js';

const ADDRESS = '/dashboard/settings';

interface BrandModel {
  typed?: TypedBrand;
  removesLogo?: boolean;
  problems?: BrandProblems;
  isSaved?: boolean;
}

/** The organization's name, and how its pages and mails look. */
@DashboardPages('/settings', 'settings')
export class BrandController {
  constructor(
    private readonly dataSource: DataSource,
    private readonly transactions: Transactions,
    private readonly brands: Brands,
    private readonly forms: BrandForms,
    private readonly activity: ActivityLog,
    private readonly shell: DashboardShell,
  ) {}

  @Get()
  show(@CurrentVisit() visit: DashboardVisit, @Query() { saved }: Fields): Promise<FramingPage> {
    return this.page(visit, { isSaved: saved === 'yes' });
  }

  @TokenInParts()
  @Post()
  async save(@CurrentVisit() visit: DashboardVisit, @Req() request: DashboardRequest): Promise<PageResult> {
    const { typed, removesLogo, change, problems } = await this.forms.receive(visit, request);
    if (Object.keys(problems).length > 0) return this.page(visit, { typed, removesLogo, problems }, 400);
    await this.transactions.hold(
      () => this.brands.save(visit.organizationId, change),
      async (tx, changed) => {
        const [renamed, restyled] = [changed.includes('name'), changed.filter((field) => field !== 'name')];
        if (renamed) await this.activity.record(tx, { ...actorOf(visit), type: 'organization_renamed' });
        if (restyled.length > 0) await this.activity.record(tx, this.restyled(visit, restyled));
      },
    );
    return new Redirect(`${ADDRESS}?saved=yes`);
  }

  private restyled(visit: DashboardVisit, changed: BrandField[]) {
    return { ...actorOf(visit), type: 'brand_saved' as const, data: { changed } };
  }

  private async page(visit: DashboardVisit, model: BrandModel, status = 200): Promise<FramingPage> {
    const { logo, ...brand } = await findBrand(this.dataSource.manager, visit.organizationId);
    const { name, color, contactLine, locale } = model.typed ?? brand;
    const all = {
      ...model,
      typed: { name, color, contactLine, locale },
      savedLogo: logo && { ...logo, address: `/brand/logos/${logo.token}.png` },
      previews: PREVIEWS,
      longestName: MAX_NAME,
      longestContactLine: MAX_CONTACT_LINE,
    };
    const page = await this.shell.page(visit, 'settings', all, status);
    return new FramingPage(page.view, page.model, page.status);
  }
}
