import { Body, Get, Post, Query, Req, Res } from '@nestjs/common';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { type PasskeySite, passkeySite } from '../../accounts/domain/passkey-reach.js';
import { Passkeys } from '../../accounts/passkeys.js';
import { notFound } from '../../common/errors.js';
import { Settings } from '../../platform/config/settings.js';
import { Page, type PageResult } from '../../platform/pages/page.js';
import { nextAddress } from '../domain/next-address.js';
import { OpenDashboardPages } from './dashboard-pages.decorator.js';
import { type Fields, textOf, visitorOf } from './form-fields.js';
import { letIn } from './let-in.js';
import { OpenForms } from './open-forms.js';

/** Signing in with a passkey. */
@OpenDashboardPages('/sign-in/passkey')
export class PasskeySignInController {
  constructor(
    private readonly passkeys: Passkeys,
    private readonly forms: OpenForms,
    private readonly settings: Settings,
  ) {}

  @Get()
  showForm(
    @Query() { next }: Fields,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Page> {
    return this.page(this.siteOf(request), this.forms.open(request, reply), nextAddress(next));
  }

  @Post()
  async enter(
    @Body() fields: Fields,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<PageResult> {
    const site = this.siteOf(request);
    const holder = this.forms.assertOwn(request);
    const next = nextAddress(fields.next);
    const asked = { site, holder };
    const entrance = await this.passkeys.enter(
      textOf(fields.response),
      asked,
      visitorOf(request, this.settings.publicUrl),
    );
    return entrance
      ? letIn(reply, entrance, this.settings.publicUrl, next)
      : this.page(site, holder, next, true);
  }

  private async page(site: PasskeySite, formToken: string, next: string, isWrong = false): Promise<Page> {
    const options = await this.passkeys.createChallenge('sign-in', { site, holder: formToken });
    const model = { options: JSON.stringify(options), formToken, next, isWrong };
    return new Page('dashboard/sign-in-passkey', model, isWrong ? 400 : 200);
  }

  private siteOf({ headers }: FastifyRequest): PasskeySite {
    const site = passkeySite(this.settings.publicUrl, headers.host);
    if (!site) throw notFound('Page');
    return site;
  }
}
