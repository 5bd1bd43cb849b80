import pg from 'pg';

const { builtins, getTypeParser } = pg.types;

/** Converts ids to numbers. An id above 2^53-1 is an error, never a wrong id. */
function parseBigInt(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`id out of range: ${text}`);
  return value;
}

const OWN_PARSERS = new Map<number, (text: string) => unknown>([
  [builtins.INT8, parseBigInt],
  [builtins.DATE, (text) => text],
]);

/** How connections parse values: bigint as number, date as `YYYY-MM-DD`, everything else as in pg. */
export const PG_TYPES = {
  getTypeParser(oid: number, format?: 'text' | 'binary'): unknown {
    return OWN_PARSERS.get(oid) ?? getTypeParser(oid, format);
  },
};
