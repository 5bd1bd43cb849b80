import { type DynamicModule, Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { dataSourceOptions } from './data-source-options.js';
import { Notifications } from './notifications.service.js';
import { Statements } from './statements.service.js';
import { Transactions } from './transactions.js';

/** The connection pool of the process, transactions on it, and messages to other processes. */
@Global()
@Module({
  providers: [Transactions, Statements, Notifications],
  exports: [Transactions, Statements, Notifications],
})
export class DatabaseModule {
  static at(url: string): DynamicModule {
    return {
      module: DatabaseModule,
      imports: [
        TypeOrmModule.forRoot({ ...dataSourceOptions(url), autoLoadEntities: true, retryAttempts: 0 }),
      ],
    };
  }
}
