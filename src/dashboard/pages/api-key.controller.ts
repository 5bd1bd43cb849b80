import { Body, Get, Post } from '@nestjs/common';
import { actorOf } from '../../accounts/domain/actor-of.js';
import { ApiKeyManagement } from '../../auth/api-key-management.js';
import { AppError } from '../../common/errors.js';
import { parseId } from '../../common/ids.js';
import { OLD_KEY_DAYS } from '../../organizations/api-key.entity.js';
import { type Scope, SCOPES } from '../../organizations/scopes.js';
import { type Page, type PageResult, Redirect } from '../../platform/pages/page.js';
import { TestOrganizations } from '../../provisioning/test-organizations.js';
import { opensArea } from '../domain/areas.js';
import { confirmFirst } from './confirm-first.js';
import { DashboardPages } from './dashboard-pages.decorator.js';
import { DashboardShell } from './dashboard-shell.js';
import { CurrentVisit, type DashboardVisit } from './dashboard-visit.decorator.js';
import { type Fields } from './form-fields.js';

const ADDRESS = '/dashboard/api-key';

/** Scopes from a form's checkboxes: none, one, or several. */
const scopesOf = (ticked: unknown): Scope[] => SCOPES.filter((scope) => [ticked].flat().includes(scope));

/** The organization's API key. A new key is shown once, in the response to the form that creates it. */
@DashboardPages('/api-key', 'api-key')
export class ApiKeyController {
  constructor(
    private readonly apiKeys: ApiKeyManagement,
    private readonly tests: TestOrganizations,
    private readonly shell: DashboardShell,
  ) {}

  @Get()
  show(@CurrentVisit() visit: DashboardVisit): Promise<Page> {
    return this.page(visit, {});
  }

  /** A separate page, so the password is asked for before the choice, not after it. */
  @Get('new')
  showForm(@CurrentVisit() visit: DashboardVisit): Promise<PageResult> {
    return this.confirmed(visit, `${ADDRESS}/new`, () => this.page(visit, {}, 'api-key-new'));
  }

  /** `replaces` names the key that the page showed, so a form posted twice creates only one key. */
  @Post('new')
  create(@CurrentVisit() visit: DashboardVisit, @Body() fields: Fields): Promise<PageResult> {
    return this.confirmed(visit, `${ADDRESS}/new`, async () => {
      const made = await unlessChanged(() =>
        this.apiKeys.rotate(actorOf(visit), scopesOf(fields.scopes), replacedBy(fields)),
      );
      return this.page(visit, made ? { newKey: made.apiKey } : { isOutdated: true });
    });
  }

  @Get('revoke')
  showRevoke(@CurrentVisit() visit: DashboardVisit): Promise<PageResult> {
    return this.confirmed(visit, `${ADDRESS}/revoke`, () => this.page(visit, {}, 'api-key-revoke'));
  }

  @Post('revoke')
  revoke(@CurrentVisit() visit: DashboardVisit, @Body() fields: Fields): Promise<PageResult> {
    return this.confirmed(visit, `${ADDRESS}/revoke`, async () => {
      await unlessChanged(() => this.apiKeys.revoke(actorOf(visit), replacedBy(fields)));
      return new Redirect(ADDRESS);
    });
  }

  private async confirmed(
    visit: DashboardVisit,
    address: string,
    page: () => Promise<PageResult>,
  ): Promise<PageResult> {
    return visit.isConfirmed ? page() : confirmFirst(address);
  }

  private async page(
    visit: DashboardVisit,
    model: { newKey?: string; isOutdated?: boolean },
    view = 'api-key',
  ): Promise<Page> {
    const key = await this.apiKeys.findActive(visit.organizationId);
    const scopes = SCOPES.map((scope) => ({ scope, isTicked: key?.scopes.includes(scope) ?? true }));
    const testOrganization = await this.tests.find(visit.organizationId, visit.accountId);
    // A session by single sign-on opens one organization only.
    const isAlone = visit.signOn !== null;
    return this.shell.page(visit, view, {
      ...model,
      key,
      scopes,
      oldDays: OLD_KEY_DAYS,
      testOrganization: testOrganization && {
        ...testOrganization,
        isOpen: testOrganization.isMember && !isAlone,
      },
      mayCreateTest: opensArea(visit, 'roles') && !isAlone,
    });
  }
}

/** Null for none. */
const replacedBy = ({ replaces }: Fields) => (typeof replaces === 'string' ? parseId(replaces) : null);

/** @returns null if the active key is not the one shown with the form, even when two forms race */
async function unlessChanged<Result>(work: () => Promise<Result>): Promise<Result | null> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof AppError && error.code === 'api_key_changed') return null;
    throw error;
  }
}
