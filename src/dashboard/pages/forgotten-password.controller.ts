import { Body, Get, Post, Req, Res } from '@nestjs/common';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { PasswordResets } from '../../accounts/password-resets.js';
import { isEmailAddress } from '../../common/validation/email.decorator.js';
import { Page } from '../../platform/pages/page.js';
import { type Statement } from '../../platform/templates/statement.js';
import { OpenDashboardPages } from './dashboard-pages.decorator.js';
import { type Fields, textOf } from './form-fields.js';
import { OpenForms } from './open-forms.js';

/** Mails a link for a new password. The response is the same whether or not the address is known. */
@OpenDashboardPages('/forgotten-password')
export class ForgottenPasswordController {
  constructor(
    private readonly resets: PasswordResets,
    private readonly forms: OpenForms,
  ) {}

  @Get()
  showForm(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): Page {
    return this.page(this.forms.open(request, reply), { email: '' });
  }

  @Post()
  async send(@Body() fields: Fields, @Req() request: FastifyRequest): Promise<Page> {
    const formToken = this.forms.assertOwn(request);
    const email = textOf(fields.email).trim();
    if (!isEmailAddress(email))
      return this.page(formToken, { email, problem: { key: 'dashboard.forgotten.invalid' } }, 400);
    if (await this.resets.request(email, request.ip))
      return new Page('dashboard/reset-sent', { address: email });
    return this.page(formToken, { email, problem: { key: 'dashboard.forgotten.tooMany' } }, 429);
  }

  private page(formToken: string, model: { email: string; problem?: Statement }, status = 200): Page {
    return new Page('dashboard/forgotten-password', { ...model, formToken }, status);
  }
}
