import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';

/** Runs work in one transaction, and tells listeners after each commit (the job runner, that there may be work). */
@Injectable()
export class Transactions {
  private readonly listeners: (() => void)[] = [];

  constructor(private readonly dataSource: DataSource) {}

  /** A change of state, its audit event and its jobs commit together here, or not at all. */
  async run<Result>(work: (tx: EntityManager) => Promise<Result>): Promise<Result> {
    const result = await this.dataSource.transaction(work);
    for (const listener of this.listeners) listener();
    return result;
  }

  afterCommit(listener: () => void): void {
    this.listeners.push(listener);
  }
}
