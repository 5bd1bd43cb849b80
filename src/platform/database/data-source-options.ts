import { type DataSourceOptions } from 'typeorm';
import { PG_TYPES } from './pg-types.js';
import { SnakeCaseNaming } from './snake-case-naming.js';

/** Connections per process. Measured: more than a few times the number of cores gains nothing. */
const POOL_SIZE = 16;

/** How TypeORM reaches the database at `url`. The schema comes from migrations only, never from entities. */
export function dataSourceOptions(url: string): DataSourceOptions {
  return {
    type: 'postgres',
    url,
    synchronize: false,
    namingStrategy: new SnakeCaseNaming(),
    extra: { types: PG_TYPES, max: POOL_SIZE, application_name: 'countersign' },
  };
}
