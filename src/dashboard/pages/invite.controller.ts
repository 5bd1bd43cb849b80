import { Body, Get, Param, Post } from '@nestjs/common';
import { type InvitationRefusal, Invitations } from '../../accounts/invitations.js';
import { IdPipe } from '../../common/http/id.pipe.js';
import { type UserRole } from '../../organizations/user.entity.js';
import { type Page, type PageResult, Redirect } from '../../platform/pages/page.js';
import { confirmFirst } from './confirm-first.js';
import { DashboardPages } from './dashboard-pages.decorator.js';
import { DashboardShell } from './dashboard-shell.js';
import { CurrentVisit, type DashboardVisit } from './dashboard-visit.decorator.js';
import { type Fields, textOf } from './form-fields.js';
import { choicesOf, dutiesOf } from './role-choices.js';

const PEOPLE = '/dashboard/people';
const ADDRESS = `${PEOPLE}/invite`;

interface Asked {
  email: string;
  role: UserRole;
  isReviewer: boolean;
}

/**
 * Invites people. The link goes only to the person: anyone who saw the first link of a new account could open it in
 * every organization that the person joins later.
 */
@DashboardPages('/people', 'roles')
export class InviteController {
  constructor(
    private readonly invitations: Invitations,
    private readonly shell: DashboardShell,
  ) {}

  /** A separate page, so the password is asked for before the form, not after it. */
  @Get('invite')
  async showForm(@CurrentVisit() visit: DashboardVisit): Promise<PageResult> {
    return visit.isConfirmed
      ? this.page(visit, { email: '', role: 'reviewer', isReviewer: false, refusal: null })
      : confirmFirst(ADDRESS);
  }

  @Post('invite')
  async invite(@CurrentVisit() visit: DashboardVisit, @Body() fields: Fields): Promise<PageResult> {
    if (!visit.isConfirmed) return confirmFirst(ADDRESS);
    const asked = { email: textOf(fields.email).trim(), ...dutiesOf(fields) };
    const refusal = await this.invitations.invite(visit, asked);
    return refusal ? this.page(visit, { ...asked, refusal }) : new Redirect(PEOPLE);
  }

  @Post('invitations/:id/resend')
  async resend(@CurrentVisit() visit: DashboardVisit, @Param('id', IdPipe) id: number): Promise<PageResult> {
    if (!visit.isConfirmed) return confirmFirst(PEOPLE);
    await this.invitations.resend(visit, id);
    return new Redirect(PEOPLE);
  }

  @Post('invitations/:id/withdraw')
  async withdraw(
    @CurrentVisit() visit: DashboardVisit,
    @Param('id', IdPipe) id: number,
  ): Promise<PageResult> {
    await this.invitations.withdraw(visit, id);
    return new Redirect(PEOPLE);
  }

  private page(
    visit: DashboardVisit,
    { email, role, isReviewer, refusal }: Asked & { refusal: InvitationRefusal | null },
  ): Promise<Page> {
    const problem = refusal && { key: `dashboard.invite.refused.${refusal}` };
    const model = { email, roles: choicesOf(role), isTicked: isReviewer, problem };
    return this.shell.page(visit, 'invite', model, refusal ? 400 : 200);
  }
}
