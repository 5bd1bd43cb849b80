import { Get, Post, Query, Req } from '@nestjs/common';
import { actorOf } from '../../accounts/domain/actor-of.js';
import { type BrandChange, Brands } from '../../brands/brands.js';
import { MAX_EMAIL, MAX_NAME } from '../../common/validation/limits.js';
import { FramingPage, type PageResult, Redirect } from '../../platform/pages/page.js';
import { type BrandProblems, MAX_CONTACT_LINE, type TypedBrand } from '../domain/brand-fields.policy.js';
import { BrandForms } from './brand-forms.js';
import { PREVIEWS } from './brand-previews.js';
import { TokenInParts } from './dashboard.guard.js';
import { DashboardPages } from './dashboard-pages.decorator.js';
import { DashboardShell } from './dashboard-shell.js';
import { CurrentVisit, type DashboardRequest, type DashboardVisit } from './dashboard-visit.decorator.js';
import { type Fields } from './form-fields.js';

const ADDRESS = '/dashboard/settings';

interface BrandModel {
  typed?: TypedBrand;
  removesLogo?: boolean;
  problems?: BrandProblems;
  isSaved?: boolean;
  /** Whether the logo of a form that is otherwise wrong has been saved. */
  isLogoSaved?: boolean;
}

/** The organization's name, and the look of its pages and mails. */
@DashboardPages('/settings', 'settings')
export class BrandController {
  constructor(
    private readonly brands: Brands,
    private readonly forms: BrandForms,
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
    if (Object.keys(problems).length > 0) {
      const isLogoSaved = !problems.logo && (await this.keepLogo(visit, change.logo));
      return this.page(visit, { typed, removesLogo, problems, isLogoSaved }, 400);
    }
    await this.brands.save(actorOf(visit), change);
    return new Redirect(`${ADDRESS}?saved=yes`);
  }

  /** Saves a chosen logo on its own: browsers do not send a file again with the corrected form. */
  private async keepLogo(visit: DashboardVisit, logo: BrandChange['logo']): Promise<boolean> {
    if (typeof logo === 'string') return false;
    await this.brands.save(actorOf(visit), { logo });
    return true;
  }

  private async page(visit: DashboardVisit, model: BrandModel, status = 200): Promise<FramingPage> {
    const { logo, ...brand } = await this.brands.find(visit.organizationId);
    const all = {
      ...model,
      typed: model.typed ?? brand,
      savedLogo: logo && { ...logo, address: `/brand/logos/${logo.token}.png` },
      previews: PREVIEWS,
      longestName: MAX_NAME,
      longestContactLine: MAX_CONTACT_LINE,
      longestEmail: MAX_EMAIL,
    };
    const page = await this.shell.page(visit, 'settings', all, status);
    return new FramingPage(page.view, page.model, page.status);
  }
}
