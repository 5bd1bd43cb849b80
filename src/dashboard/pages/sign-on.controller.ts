import { Body, Get, Post, Query } from '@nestjs/common';
import {
  type EnteredSignOn,
  MAX_CLIENT_ID,
  MAX_CLIENT_SECRET,
  MAX_SIGN_ON_NAME,
  signOnProblems,
  tidySignOn,
} from '../../accounts/domain/sign-on-fields.policy.js';
import { IssuerError } from '../../accounts/issuer.errors.js';
import { IssuerClient } from '../../accounts/issuer-client.js';
import { SignOnIdentities } from '../../accounts/sign-on-identities.js';
import { SignOnSettings } from '../../accounts/sign-on-settings.js';
import { Settings } from '../../platform/config/settings.js';
import { type Page, type PageResult, Redirect } from '../../platform/pages/page.js';
import { type Statement } from '../../platform/templates/statement.js';
import { confirmFirst } from './confirm-first.js';
import { DashboardPages } from './dashboard-pages.decorator.js';
import { DashboardShell } from './dashboard-shell.js';
import { CurrentVisit, type DashboardVisit } from './dashboard-visit.decorator.js';
import { type Fields, textOf } from './form-fields.js';

const ADDRESS = '/dashboard/sign-on';
const EDIT_ADDRESS = `${ADDRESS}/edit`;

type Problems = Partial<Record<keyof EnteredSignOn, Statement>>;

/** The issuer that signs in the organization's members. */
@DashboardPages('/sign-on', 'sign-on')
export class SignOnController {
  constructor(
    private readonly signOns: SignOnSettings,
    private readonly identities: SignOnIdentities,
    private readonly issuers: IssuerClient,
    private readonly shell: DashboardShell,
    private readonly settings: Settings,
  ) {}

  @Get()
  async show(@CurrentVisit() visit: DashboardVisit, @Query() { saved }: Fields): Promise<Page> {
    const signOn = await this.signOns.find(visit.organizationId);
    const shown = signOn && {
      ...signOn,
      entrance: `${this.settings.publicUrl}/dashboard/sign-in/with/${signOn.code}`,
      connected: await this.identities.count(visit.organizationId),
    };
    const { returnAddress } = this.issuers;
    return this.shell.page(visit, 'sign-on', { signOn: shown, returnAddress, isSaved: saved === 'yes' });
  }

  @Get('edit')
  async edit(@CurrentVisit() visit: DashboardVisit): Promise<PageResult> {
    if (!visit.isConfirmed) return confirmFirst(EDIT_ADDRESS);
    const saved = await this.signOns.find(visit.organizationId);
    const { label = '', issuer = '', clientId = '' } = saved ?? {};
    return this.editPage(visit, { label, issuer, description: saved?.description ?? '', clientId });
  }

  @Post('edit')
  async save(@CurrentVisit() visit: DashboardVisit, @Body() fields: Fields): Promise<PageResult> {
    if (!visit.isConfirmed) return confirmFirst(EDIT_ADDRESS);
    const entered = tidySignOn({
      label: textOf(fields.label),
      issuer: textOf(fields.issuer),
      description: textOf(fields.description),
      clientId: textOf(fields.clientId),
      clientSecret: textOf(fields.clientSecret),
    });
    const problems = await this.trySave(visit, entered);
    return Object.keys(problems).length === 0
      ? new Redirect(`${ADDRESS}?saved=yes`)
      : this.editPage(visit, entered, problems);
  }

  @Post('remove')
  async remove(@CurrentVisit() visit: DashboardVisit): Promise<PageResult> {
    if (!visit.isConfirmed) return confirmFirst(ADDRESS);
    await this.signOns.remove(visit);
    return new Redirect(ADDRESS);
  }

  private async trySave(visit: DashboardVisit, entered: EnteredSignOn): Promise<Problems> {
    const problems = signOnProblems(entered);
    if (Object.keys(problems).length > 0) return problems;
    try {
      const isSaved = await this.signOns.save(visit, entered);
      return isSaved ? {} : { clientSecret: { key: 'dashboard.signOn.problems.noSecret' } };
    } catch (error) {
      if (!(error instanceof IssuerError)) throw error;
      return issuerProblem(error, entered);
    }
  }

  private async editPage(
    visit: DashboardVisit,
    entered: Omit<EnteredSignOn, 'clientSecret'>,
    problems: Problems = {},
  ): Promise<Page> {
    const saved = await this.signOns.find(visit.organizationId);
    const limits = { name: MAX_SIGN_ON_NAME, clientId: MAX_CLIENT_ID, clientSecret: MAX_CLIENT_SECRET };
    const { returnAddress } = this.issuers;
    const model = { entered, problems, limits, returnAddress, hasSecret: saved !== null };
    return this.shell.page(visit, 'sign-on-edit', model, Object.keys(problems).length === 0 ? 200 : 400);
  }
}

/** Assigns the problem to the field with the wrong address: the issuer is compared with its description. */
function issuerProblem({ problem, detail, named }: IssuerError, { description }: EnteredSignOn): Problems {
  const kind = named === undefined ? problem : 'otherIssuer';
  const told = { key: `dashboard.signOn.issuerProblems.${kind}`, values: { detail, issuer: named ?? '' } };
  return problem === 'mismatch' || description === '' ? { issuer: told } : { description: told };
}
