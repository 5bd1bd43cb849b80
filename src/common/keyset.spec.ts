import { inBatches, type Place, readPlace, writePlace } from './keyset.js';

const ROWS: Place[] = Array.from({ length: 450 }, (_row, index) => ({
  createdAt: new Date(Date.UTC(2031, 0, 1)),
  id: 450 - index,
}));

const readRows = (rows: Place[]) => async (before: Place | undefined, limit: number) =>
  rows.filter(({ id }) => before === undefined || id < before.id).slice(0, limit);

describe('paging by keyset', () => {
  it.each([0, 1, 199, 200, 201, 400, 450])(
    'yields each of %i rows once, in no empty batch',
    async (count) => {
      const rows = ROWS.slice(0, count);
      const batches: Place[][] = [];
      for await (const batch of inBatches(readRows(rows))) batches.push(batch);
      expect(batches.flat()).toEqual(rows);
      expect(batches.every(({ length }) => length > 0)).toBe(true);
    },
  );

  it('reads back the places it writes, and no others', () => {
    expect(readPlace(writePlace(ROWS[0]!))).toEqual(ROWS[0]);
    for (const text of [
      undefined,
      '',
      '1',
      '-1',
      '1-',
      '1-0',
      '1-x',
      'x-1',
      '1-1-1',
      '9'.repeat(15) + '9-1',
      ['1-1'],
    ])
      expect(readPlace(text)).toBeUndefined();
  });
});
