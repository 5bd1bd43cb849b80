import { Get, Param, Query } from '@nestjs/common';
import { notFound } from '../../common/errors.js';
import { IdPipe } from '../../common/http/id.pipe.js';
import { FramingPage, type PageResult, Redirect } from '../../platform/pages/page.js';
import { type SigningContext } from '../../signing/domain/signing-context.js';
import { DashboardPages } from './dashboard-pages.decorator.js';
import { DashboardShell } from './dashboard-shell.js';
import { CurrentVisit, type DashboardVisit } from './dashboard-visit.decorator.js';
import { addressOf, type Draft, Drafts, isComplete } from './drafts.js';
import { signersOf } from './fields.view-model.js';
import { type Fields } from './form-fields.js';
import { RequestPreviews, type Screen } from './request-previews.js';

/** What each signer of a draft will see, in order. It cannot be acted on: there is no link yet. */
@DashboardPages('/signatures', 'signatures')
export class PreparePreviewController {
  constructor(
    private readonly drafts: Drafts,
    private readonly previews: RequestPreviews,
    private readonly shell: DashboardShell,
  ) {}

  @Get(':id/preview/:number')
  show(
    @CurrentVisit() visit: DashboardVisit,
    @Param('id', IdPipe) id: number,
    @Param('number', IdPipe) number: number,
    @Query() { screen }: Fields,
  ): Promise<PageResult> {
    return this.open(visit, id, number, (context, draft) => this.page(visit, draft, context, screen));
  }

  /** The mail or the screen itself, for the page's frame. */
  @Get(':id/preview/:number/:screen')
  frame(
    @CurrentVisit() visit: DashboardVisit,
    @Param('id', IdPipe) id: number,
    @Param('number', IdPipe) number: number,
    @Param('screen') asked: string,
  ): Promise<PageResult> {
    return this.open(visit, id, number, async (context) => {
      const screen = this.previews.screensOf(context).find((known) => known === asked);
      if (!screen) throw notFound('Screen');
      return this.previews.frame(context, screen, addressOf(id, 'presented'), visit.name);
    });
  }

  private open(
    visit: DashboardVisit,
    signatureId: number,
    number: number,
    work: (context: SigningContext, draft: Draft) => Promise<PageResult>,
  ): Promise<PageResult> {
    return this.drafts.ifDraft(signatureId, async () => {
      const draft = await this.drafts.open(visit, signatureId);
      const { plan } = draft;
      if (!plan || !isComplete(draft)) return new Redirect(addressOf(signatureId, 'check'));
      const { organizationId } = visit;
      return work(await this.previews.open({ organizationId, signatureId }, plan, number), draft);
    });
  }

  private async page(
    visit: DashboardVisit,
    draft: Draft,
    context: SigningContext,
    asked: unknown,
  ): Promise<FramingPage> {
    const { id } = draft.signature;
    const number = context.signer.id;
    const screens = this.previews.screensOf(context);
    const here: Screen = screens.find((screen) => screen === asked) ?? screens[0]!;
    const page = await this.shell.page(visit, 'prepare-preview', {
      people: signersOf(draft).map((each) => ({
        ...each,
        isHere: each.number === number,
        address: addressOf(id, `preview/${each.number}?screen=${here}`),
      })),
      signer: signersOf(draft)[number - 1],
      screens: screens.map((screen) => ({
        screen,
        isHere: screen === here,
        address: addressOf(id, `preview/${number}?screen=${screen}`),
      })),
      shown: here,
      mail: await this.previews.mail(context, here, visit.name),
      isDrawn: here === 'document' || here === 'consent',
      frame: addressOf(id, `preview/${number}/${here}`),
      back: addressOf(id, 'check'),
    });
    return new FramingPage(page.view, page.model, page.status);
  }
}
