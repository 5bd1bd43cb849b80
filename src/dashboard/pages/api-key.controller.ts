import { Body, Get, Post } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { ActivityLog } from '../../activity/activity-log.service.js';
import { parseId } from '../../common/ids.js';
import { databaseTime } from '../../platform/database/database-time.js';
import { Transactions } from '../../platform/database/transactions.js';
import { type Page, type PageResult, Redirect } from '../../platform/pages/page.js';
import { OLD_KEY_DAYS } from '../../organizations/api-key.queries.js';
import { ApiKeysService } from '../../organizations/api-keys.service.js';
import { SCOPES, type Scope } from '../../organizations/scopes.js';
import { actorOf } from '../domain/actor-of.js';
import { confirmFirst } from './confirm-first.js';
import { DashboardPages } from './dashboard-pages.decorator.js';
import { DashboardShell } from './dashboard-shell.service.js';
import { CurrentVisit, type DashboardVisit } from './dashboard-visit.decorator.js';
import { type Fields } from './form-fields.js';

const ADDRESS = '/dashboard/api-key';
const DAY_MS = 86_400_000;

/** Scopes from a form's checkboxes: none, one, or several. */
const scopesOf = (ticked: unknown): Scope[] => SCOPES.filter((scope) => [ticked].flat().includes(scope));

/** The organization's API key. A new key is shown once, in the response to the form that created it. */
@DashboardPages('/api-key', 'api-key')
export class ApiKeyController {
  constructor(
    private readonly dataSource: DataSource,
    private readonly transactions: Transactions,
    private readonly apiKeys: ApiKeysService,
    private readonly activity: ActivityLog,
    private readonly shell: DashboardShell,
  ) {}

  @Get()
  show(@CurrentVisit() visit: DashboardVisit): Promise<Page> {
    return this.page(visit, {});
  }

  /** A page of its own, so that the password is asked for before the choice and not after it. */
  @Get('new')
  ask(@CurrentVisit() visit: DashboardVisit): Promise<PageResult> {
    return this.confirmed(visit, `${ADDRESS}/new`, () => this.page(visit, {}, 'api-key-new'));
  }

  /** `replaces` names the key that the page showed, so that a form posted twice creates one key. */
  @Post('new')
  create(@CurrentVisit() visit: DashboardVisit, @Body() fields: Fields): Promise<PageResult> {
    return this.confirmed(visit, `${ADDRESS}/new`, async () => {
      const { organizationId, id: userId } = visit;
      const scopes = scopesOf(fields.scopes);
      const made = await this.whileUnchanged(visit, fields.replaces, async (tx) => {
        const key = await this.apiKeys.rotate(tx, organizationId, scopes, userId);
        const subject = { kind: 'api_key', id: key.apiKeyId } as const;
        await this.activity.record(tx, {
          ...actorOf(visit),
          type: 'api_key_created',
          subject,
          data: { scopes },
        });
        return key;
      });
      if (!made) return this.page(visit, { isOutdated: true });
      return this.page(visit, { newKey: made.apiKey });
    });
  }

  @Get('revoke')
  askRevoke(@CurrentVisit() visit: DashboardVisit): Promise<PageResult> {
    return this.confirmed(visit, `${ADDRESS}/revoke`, () => this.page(visit, {}, 'api-key-revoke'));
  }

  @Post('revoke')
  revoke(@CurrentVisit() visit: DashboardVisit, @Body() fields: Fields): Promise<PageResult> {
    return this.confirmed(visit, `${ADDRESS}/revoke`, async () => {
      await this.whileUnchanged(visit, fields.replaces, async (tx) => {
        const { apiKeyId: id } = await this.apiKeys.revoke(tx, visit.organizationId);
        const subject = { kind: 'api_key', id } as const;
        await this.activity.record(tx, { ...actorOf(visit), type: 'api_key_revoked', subject });
      });
      return new Redirect(ADDRESS);
    });
  }

  /** @returns null if the active key is not the one that the form was about, also when two forms race */
  private async whileUnchanged<Result>(
    { organizationId }: DashboardVisit,
    replaces: unknown,
    work: (tx: EntityManager) => Promise<Result>,
  ): Promise<Result | null> {
    const id = typeof replaces === 'string' ? parseId(replaces) : null;
    return this.transactions.run(async (tx) =>
      (await this.apiKeys.holdActive(tx, organizationId, id)) ? work(tx) : null,
    );
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
    const { manager } = this.dataSource;
    const active = await this.apiKeys.findActive(manager, visit.organizationId);
    const now = await databaseTime(manager);
    const ageDays = active && Math.floor((now.getTime() - active.createdAt.getTime()) / DAY_MS);
    const scopes = SCOPES.map((scope) => ({ scope, isTicked: active?.scopes.includes(scope) ?? true }));
    const key = active && { ...active, ageDays, isOld: ageDays! >= OLD_KEY_DAYS };
    return this.shell.page(visit, view, { ...model, key, scopes, oldDays: OLD_KEY_DAYS });
  }
}
