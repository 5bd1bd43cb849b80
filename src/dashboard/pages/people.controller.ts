import { Body, Get, Param, Post } from '@nestjs/common';
import { actorOf } from '../../accounts/domain/actor-of.js';
import { Invitations } from '../../accounts/invitations.js';
import { type Duties, Members } from '../../accounts/members.js';
import { SignOnIdentities } from '../../accounts/sign-on-identities.js';
import { AppError } from '../../common/errors.js';
import { IdPipe } from '../../common/http/id.pipe.js';
import { ReviewRules } from '../../manual-review/review-rules.js';
import { type Page, type PageResult, Redirect } from '../../platform/pages/page.js';
import { isReviewerBeside } from '../domain/areas.js';
import { confirmFirst } from './confirm-first.js';
import { InArea } from './dashboard.guard.js';
import { DashboardPages } from './dashboard-pages.decorator.js';
import { DashboardShell } from './dashboard-shell.js';
import { CurrentVisit, type DashboardVisit } from './dashboard-visit.decorator.js';
import { type Fields } from './form-fields.js';
import { choicesOf, dutiesOf } from './role-choices.js';

const ADDRESS = '/dashboard/people';

interface PeopleModel {
  /** The attempt was to remove the last owner. */
  isLastOwner?: boolean;
  /** The attempt was to give the last owner this role. */
  refusedRole?: { userId: number } & Duties;
}

/** The organization's members and their roles. Only owners can change them. */
@DashboardPages('/people', 'people')
export class PeopleController {
  constructor(
    private readonly members: Members,
    private readonly invitations: Invitations,
    private readonly identities: SignOnIdentities,
    private readonly rules: ReviewRules,
    private readonly shell: DashboardShell,
  ) {}

  @Get()
  list(@CurrentVisit() visit: DashboardVisit): Promise<Page> {
    return this.page(visit, {});
  }

  @InArea('roles')
  @Post(':id/role')
  changeRole(
    @CurrentVisit() visit: DashboardVisit,
    @Param('id', IdPipe) userId: number,
    @Body() fields: Fields,
  ): Promise<PageResult> {
    const duties = dutiesOf(fields);
    const change = () => this.members.changeRole(actorOf(visit), userId, duties);
    return this.change(visit, change, { refusedRole: { userId, ...duties } });
  }

  @InArea('roles')
  @Post(':id/remove')
  remove(@CurrentVisit() visit: DashboardVisit, @Param('id', IdPipe) userId: number): Promise<PageResult> {
    return this.change(visit, () => this.members.remove(actorOf(visit), userId), { isLastOwner: true });
  }

  /** Disconnects the person's single sign-on here, as the person can on the account page. */
  @InArea('roles')
  @Post(':id/disconnect')
  async disconnect(
    @CurrentVisit() visit: DashboardVisit,
    @Param('id', IdPipe) userId: number,
  ): Promise<PageResult> {
    if (!visit.isConfirmed) return confirmFirst(ADDRESS);
    await this.identities.disconnectMember(visit, userId);
    return new Redirect(ADDRESS);
  }

  @InArea('roles')
  @Post('four-eyes')
  async setFourEyes(
    @CurrentVisit() visit: DashboardVisit,
    @Body() { fourEyes }: Fields,
  ): Promise<PageResult> {
    if (!visit.isConfirmed) return confirmFirst(ADDRESS);
    await this.rules.setFourEyes(actorOf(visit), fourEyes === 'yes');
    return new Redirect(ADDRESS);
  }

  /** @param refusal - shown on the page if the change would leave no owner */
  private async change(
    visit: DashboardVisit,
    work: () => Promise<void>,
    refusal: PeopleModel,
  ): Promise<PageResult> {
    if (!visit.isConfirmed) return confirmFirst(ADDRESS);
    try {
      await work();
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'last_owner') throw error;
      return this.page(visit, refusal, 400);
    }
    return new Redirect(ADDRESS);
  }

  private async page(visit: DashboardVisit, model: PeopleModel, status = 200): Promise<Page> {
    const { organizationId } = visit;
    const members = await this.members.list(organizationId);
    const invitations = await this.invitations.list(organizationId);
    const { refusedRole, ...rest } = model;
    const people = members.map((member) => {
      const isRefused = refusedRole?.userId === member.id;
      const asked = isRefused ? refusedRole : member;
      return {
        id: member.id,
        email: member.email,
        fullName: member.name,
        role: member.role,
        isReviewerToo: isReviewerBeside(member),
        isConnected: member.isConnected,
        isRefused,
        isSelf: member.id === visit.id,
        roles: choicesOf(asked.role),
        isTicked: isReviewerBeside(asked),
        isBulkSenderToo: member.role === 'admin' && member.isBulkSender,
        isBulkTicked: 'sendsBulk' in asked ? asked.sendsBulk : member.isBulkSender,
      };
    });
    const { reviewFourEyes: fourEyes } = await this.rules.of(organizationId);
    const shortage = await this.rules.shortage(organizationId);
    const all = { ...rest, people, invitations, fourEyes, shortage };
    return this.shell.page(visit, 'people', all, status);
  }
}
