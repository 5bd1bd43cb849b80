import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { emailKey } from '../common/validation/email.decorator.js';
import { Transactions } from '../platform/database/transactions.js';
import { assertDeadlinesAhead } from './deadline.queries.js';
import { DocumentFields } from './document-fields.service.js';
import {
  assertDistinct,
  assertHandOver,
  assertSignerCount,
  type SendDetails,
} from './domain/send-details.js';
import { getDraft, type RequestKey } from './live-request.queries.js';
import { type PlannedSend, SendPlan } from './send-plan.entity.js';

/** A signer of the plan, and the address that the fields placed for them have had. */
export interface FormerAddress {
  email: string;
  /** Null for a new signer. */
  former: string | null;
}

interface Planned {
  plan: PlannedSend;
  /** The plan as the API reads it. */
  details: SendDetails;
  addresses: readonly FormerAddress[];
}

/** Keeps what drafts will be sent with, while they are prepared by hand. */
@Injectable()
export class SendPlans {
  constructor(
    private readonly dataSource: DataSource,
    private readonly transactions: Transactions,
    private readonly fields: DocumentFields,
  ) {}

  /** Null if there is none yet. */
  async find({ organizationId, signatureId }: RequestKey): Promise<PlannedSend | null> {
    const found = await this.dataSource.manager.findOneBy(SendPlan, { organizationId, signatureId });
    return found?.plan ?? null;
  }

  /**
   * Replaces the plan. Fields follow their signers to new addresses; those of signers who are gone are removed.
   * @throws AppError 400 for what sending refuses of it: an address that repeats, too many signers, deadlines in the past;
   * and for a request that is not a draft; 404
   */
  save(key: RequestKey, { plan, details, addresses }: Planned): Promise<void> {
    assertDistinct(details.signers);
    const moves = new Map(addresses.map(({ email, former }) => [emailKey(former ?? email), email]));
    return this.transactions.run(async (tx) => {
      const draft = await getDraft(tx, key, { lock: true });
      assertSignerCount(draft, details);
      assertHandOver(draft, details);
      await assertDeadlinesAhead(tx, details);
      await tx.upsert(SendPlan, { ...key, plan, updatedAt: () => 'app_now()' }, ['signatureId']);
      await this.fields.readdress(tx, draft, moves);
    });
  }
}
