import { type DataSourceOptions } from 'typeorm';
import { PG_TYPES } from './pg-types.js';

/** Connections of one process; more than a few times the cores gains nothing (measured), so this is ample. */
const POOL_SIZE = 16;

/** How TypeORM reaches the database at `url`. The schema comes from migrations only, never from entities. */
export function dataSourceOptions(url: string): DataSourceOptions {
  return {
    type: 'postgres',
    url,
    synchronize: false,
    extra: { types: PG_TYPES, max: POOL_SIZE, application_name: 'countersign' },
  };
}
