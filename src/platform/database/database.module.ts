import { type DynamicModule, Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { optionsWithTimeouts } from './data-source-options.js';
import { DatabaseWatch } from './database-watch.service.js';
import { Notifications } from './notifications.service.js';
import { Statements } from './statements.service.js';
import { Transactions } from './transactions.js';

/** The connection pool of the process, transactions on it, its outages, and messages to other processes. */
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
