import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { ActivityLog } from '../../activity/activity-log.js';
import { type ActivityEntry, type ActivityType } from '../../activity/domain/activity-event.js';
import { type Caller } from '../../auth/principal.js';
import { Transactions } from '../../platform/database/transactions.js';

/** An action on a request. */
export interface RequestAction {
  type: ActivityType;
  signatureId: number;
  data?: Record<string, unknown>;
  /** Recorded once an hour only, because pages do it automatically. */
  isHourly?: boolean;
}

/**
 * Records members' actions on requests in their organization's activity log. Actions by API key are recorded only in
 * the request's audit trail.
 */
@Injectable()
export class MemberActions {
  constructor(
    private readonly activity: ActivityLog,
    private readonly transactions: Transactions,
  ) {}

  /** Runs `work`. If the caller is a member, its `Transactions.run` commits together with the event. */
  recorded<Result>(
    caller: Caller,
    work: () => Promise<Result>,
    describe: (result: Result) => RequestAction,
  ): Promise<Result> {
    if (caller.apiKeyId !== undefined) return work();
    return this.transactions.hold(work, (tx, result) => this.record(tx, caller, describe(result)));
  }

  /** Records an action at the end of its transaction, if the caller is a member. */
  async record(tx: EntityManager, caller: Caller, action: RequestAction): Promise<void> {
    if (caller.apiKeyId !== undefined) return;
    const { isHourly = false, ...event } = action;
    await this.activity[isHourly ? 'recordHourly' : 'record'](tx, entryOf(caller, event));
  }
}

function entryOf({ organizationId, userId, ip: address }: Caller, action: RequestAction): ActivityEntry {
  const { signatureId: id, ...event } = action;
  return { organizationId, userId, address, subject: { kind: 'signature', id }, ...event };
}
