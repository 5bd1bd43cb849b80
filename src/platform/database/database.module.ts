import { type DynamicModule, Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { optionsWithTimeouts } from './data-source-options.js';
import { DatabaseWatch } from './database-watch.js';
import { Notifications } from './notifications.js';
import { Statements } from './statements.js';
import { Transactions } from './transactions.js';

/** The connection pool of the process, its transactions and outages, and messages to other processes. */
@Global()
@Module({
  providers: [DatabaseWatch, Transactions, Statements, Notifications],
  exports: [DatabaseWatch, Transactions, Statements, Notifications],
})
export class DatabaseModule {
  /** @param unnamedStatements as `optionsWithTimeouts` */
  static at(url: string, unnamedStatements = false): DynamicModule {
    const options = optionsWithTimeouts(url, unnamedStatements);
    return {
      module: DatabaseModule,
      imports: [TypeOrmModule.forRoot({ ...options, autoLoadEntities: true, retryAttempts: 0 })],
    };
  }
}
