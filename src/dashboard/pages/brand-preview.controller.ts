import { Get, Param, Post, Req } from '@nestjs/common';
import { notFound } from '../../common/errors.js';
import { FramedPage, type PageResult } from '../../platform/pages/page.js';
import { DEFAULT_LOCALE } from '../../platform/templates/locales.js';
import { BrandForms } from './brand-forms.js';
import { BrandPreviews, type Preview, PREVIEWS } from './brand-previews.js';
import { TokenInParts } from './dashboard.guard.js';
import { DashboardPages } from './dashboard-pages.decorator.js';
import { CurrentVisit, type DashboardRequest, type DashboardVisit } from './dashboard-visit.decorator.js';

/** The preview in the settings page's frame: the brand as saved, or as in the form. */
@DashboardPages('/settings/preview', 'settings')
export class BrandPreviewController {
  constructor(
    private readonly forms: BrandForms,
    private readonly previews: BrandPreviews,
  ) {}

  @Get(':part')
  saved(@CurrentVisit() visit: DashboardVisit, @Param('part') part: string): Promise<PageResult> {
    return this.previews.saved(visit.organizationId, previewOf(part));
  }

  @TokenInParts()
  @Post(':part')
  async unsaved(
    @CurrentVisit() visit: DashboardVisit,
    @Param('part') part: string,
    @Req() request: DashboardRequest,
  ): Promise<PageResult> {
    const preview = previewOf(part);
    const { change, problems } = await this.forms.receive(visit, request);
    const found = Object.values(problems);
    if (found.length > 0) return new FramedPage('dashboard/preview-problem', { found }, DEFAULT_LOCALE);
    return this.previews.unsaved(visit.organizationId, preview, change);
  }
}

function previewOf(part: string): Preview {
  const found = PREVIEWS.find((preview) => preview === part);
  if (!found) throw notFound('Preview');
  return found;
}
