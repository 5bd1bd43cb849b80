/**
 * How PostgreSQL names a connection of ours. Names without the colon are those of releases whose processes do not
 * report themselves (`platform/processes`).
 */
export const connectionName = (purpose: 'service' | 'notifications' | 'doctor' | 'backup'): string =>
  `countersign:${purpose}`;
