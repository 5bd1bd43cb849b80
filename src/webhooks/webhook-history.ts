import { Injectable } from '@nestjs/common';
import { Statements } from '../platform/database/statements.js';
import { type HistoryFilter, type HistoryRow, historyStatements } from './webhook-history.queries.js';

/** The deliveries to an organization's endpoints. */
@Injectable()
export class WebhookHistory {
  constructor(private readonly statements: Statements) {}

  /** Deliveries, newest first, and the number of all that match. */
  async page(filter: HistoryFilter): Promise<{ rows: HistoryRow[]; total: number }> {
    const { page, count, values } = historyStatements(filter);
    const [rows, counted] = await Promise.all([
      this.statements.query<HistoryRow>(page, [...values, filter.limit, filter.offset]),
      this.statements.query<{ total: number }>(count, values),
    ]);
    return { rows, total: counted[0]!.total };
  }
}
