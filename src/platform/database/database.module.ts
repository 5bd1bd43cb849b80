import { type DynamicModule, Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { dataSourceOptions } from './data-source-options.js';
import { Statements } from './statements.service.js';
import { Transactions } from './transactions.js';

/** The one connection pool of the process, and transactions on it. */
@Global()
@Module({ providers: [Transactions, Statements], exports: [Transactions, Statements] })
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
