import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { type Count, toCount } from '../common/count.js';
import { type ListOrder, type ListPlace, NEWEST_FIRST } from './domain/list-order.js';
import { type Condition, orderText, partsAfter } from './list-order.queries.js';
import {
  alongText,
  candidatesText,
  foundText,
  isNeverSent,
  rowText,
  type Source,
  textsText,
  uses,
} from './search-statements.queries.js';
import { idsByWeek, isReadByWeek } from './sent-weeks.queries.js';
import { pageText, type SignatureSearch, type SignatureSummaryRow } from './signature-list.queries.js';

/** How far each way of searching goes ([ADR 17](../../docs/adr/0017-searching-requests.md)), in requests. */
export interface SearchLimits {
  /** At most this many of a source are read and sorted. */
  recipients: number;
  days: number;
  /** Among so many of the newest, a text that is in `frequent` of them is so frequent that walking finds it soon. */
  sample: number;
  frequent: number;
  /** So many of the newest are read to count, at most, and if an index has all that the filters ask for. */
  counted: number;
  countedInIndex: number;
}

export const SEARCH_LIMITS: SearchLimits = {
  recipients: 5_000,
  days: 10_000,
  sample: 2_000,
  frequent: 10,
  counted: 5_000,
  countedInIndex: 50_000,
};

/** `broken`: building it was interrupted, so that PostgreSQL does not read it. */
export type TextIndexState = 'usable' | 'broken' | 'missing';

/** Whether the server has the index for parts of texts; without it searches are slower, but find the same. */
export async function textIndexState(manager: EntityManager): Promise<TextIndexState> {
  const [index] = await manager.query<{ isValid: boolean }[]>(
    `select indisvalid as "isValid" from pg_index where indexrelid = to_regclass('signatures_by_organization_text')`,
  );
  if (!index) return 'missing';
  return index.isValid ? 'usable' : 'broken';
}

/** What of a list is read. */
interface ListRange {
  order: ListOrder;
  before?: ListPlace;
  limit: number;
}

/** Finds an organization's requests for its members. Statements have no names, because the best plan depends on what is searched. */
@Injectable()
export class SignatureSearchQueries {
  protected readonly limits = SEARCH_LIMITS;

  constructor(private readonly dataSource: DataSource) {}

  /** One page, and how many match in all, counted up to `most` or as far as it is done soon. */
  async page(
    search: SignatureSearch,
    range: ListRange,
    most: number,
  ): Promise<{ rows: SignatureSummaryRow[]; matches: Count }> {
    if (isNeverSent(search)) return { rows: [], matches: toCount(0, most) };
    const source = await this.sourceOf(search, range);
    if (!source) {
      const [rows, matches] = await Promise.all([this.walk(search, range), this.countNewest(search, most)]);
      return { rows, matches };
    }
    const rows = await this.find(search, source, range);
    // Without a row nothing says how many there are before the place.
    const matches = rows[0]?.matches ?? (range.before ? await this.countFound(search, source) : 0);
    return { rows, matches: toCount(matches, most) };
  }

  /** From any place as fast as from the first. */
  async browse(search: SignatureSearch, range: ListRange): Promise<SignatureSummaryRow[]> {
    if (isNeverSent(search)) return [];
    const source = await this.sourceOf(search, range);
    return source ? this.find(search, source, range) : this.walk(search, range);
  }

  private find(
    search: SignatureSearch,
    source: Source,
    range: ListRange,
  ): Promise<(SignatureSummaryRow & { matches: number })[]> {
    const { order } = range;
    return partByPart(range, (part, limit) => {
      const values: unknown[] = [search.organizationId];
      const found = foundText(search, source, values);
      const ids = `select s.id from found s where true${part(values)}
        order by ${orderText(order)} limit $${values.push(limit)}`;
      return this.dataSource.query(pageText(ids, orderText(order), found), values);
    });
  }

  private walk(search: SignatureSearch, range: ListRange): Promise<SignatureSummaryRow[]> {
    const { order } = range;
    return partByPart(range, (part, limit) => {
      const values: unknown[] = [search.organizationId];
      const rows = (added: unknown[]) => rowText(search, added);
      const ids = isReadByWeek(search, order)
        ? idsByWeek(search, order, { part, limit, rows }, values)
        : `select s.id from (${alongText(search, { order, part }, values)}) s where true${rows(values)}
          order by ${orderText(order)} limit $${values.push(limit)}`;
      return this.dataSource.query(pageText(ids, orderText(order)), values);
    });
  }

  private async countFound(search: SignatureSearch, source: Source): Promise<number> {
    const values: unknown[] = [search.organizationId];
    const found = foundText(search, source, values);
    const [row] = await this.dataSource.query<[{ matches: number }]>(
      `select count(*)::integer as matches from (${found}) found`,
      values,
    );
    return row.matches;
  }

  private async countNewest(search: SignatureSearch, most: number): Promise<Count> {
    const { counted, countedInIndex } = this.limits;
    const limit = uses(search, 'texts') || uses(search, 'recipients') ? counted : countedInIndex;
    const values: unknown[] = [search.organizationId];
    const newest = alongText(search, { order: NEWEST_FIRST, part: () => '' }, values, limit);
    const matching = `select from (${newest}) s where true${rowText(search, values)}`;
    const count = await this.countRows(matching, values, most + 1);
    const all = { order: NEWEST_FIRST, limit };
    if (count > most || !(await this.hasMore(search, all, limit))) return toCount(count, most);
    // None may be among those that were not read.
    return { count: Math.max(count - 1, 0), isMore: true };
  }

  /** Where to begin; null for a walk along the order until enough is found. */
  private async sourceOf(search: SignatureSearch, range: ListRange): Promise<Source | null> {
    const sizes = await Promise.all(
      (['recipients', 'days'] as const)
        .filter((source) => uses(search, source))
        .map(async (source) => {
          const values: unknown[] = [search.organizationId];
          const text = candidatesText(search, source, values);
          return { source, size: await this.countRows(text, values, this.limits[source] + 1) };
        }),
    );
    const few = sizes.filter(({ source, size }) => size <= this.limits[source]);
    const [fewest] = few.toSorted((a, b) => a.size - b.size);
    if (fewest) return fewest.source;
    if (!uses(search, 'texts') || !(await this.hasMore(search, range, this.limits.sample))) return null;
    return (await this.isRare(search, range)) ? 'texts' : null;
  }

  /** Whether the texts of a search are in few of the requests that follow a place. */
  private async isRare(search: SignatureSearch, range: ListRange): Promise<boolean> {
    const { sample, frequent } = this.limits;
    const found = await this.countParts(search, range, frequent, (part, values) => {
      const along = alongText(search, { order: range.order, part }, values, sample);
      return `select from (${along}) s where true${textsText(search, values)}`;
    });
    return found < frequent;
  }

  /** Whether more than this number of requests follow a place, whatever they are. */
  private async hasMore(search: SignatureSearch, range: ListRange, most: number): Promise<boolean> {
    const found = await this.countParts(search, range, most + 1, (part, values) =>
      alongText(search, { order: range.order, part }, values, most + 1),
    );
    return found > most;
  }

  /** Counts the rows of a statement for each part of what follows a place, up to `most` in all. */
  private async countParts(
    { organizationId }: SignatureSearch,
    { order, before }: ListRange,
    most: number,
    textOf: (part: Condition, values: unknown[]) => string,
  ): Promise<number> {
    let found = 0;
    for (const part of partsAfter(order, before)) {
      if (found >= most) break;
      const values: unknown[] = [organizationId];
      found += await this.countRows(textOf(part, values), values, most - found);
    }
    return found;
  }

  private async countRows(text: string, values: unknown[], most: number): Promise<number> {
    const [row] = await this.dataSource.query<[{ found: number }]>(
      `select count(*)::integer as found from (select from (${text}) all_rows limit $${values.length + 1}) counted_rows`,
      [...values, most],
    );
    return row.found;
  }
}

/** The rows of a range, read from one part of what follows its place after the other. */
async function partByPart<Row>(
  { order, before, limit }: ListRange,
  read: (part: Condition, limit: number) => Promise<Row[]>,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (const part of partsAfter(order, before))
    if (rows.length < limit) rows.push(...(await read(part, limit - rows.length)));
  return rows;
}
