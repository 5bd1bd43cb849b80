import { Body, Get, Param, Post, Req } from '@nestjs/common';
import { type FastifyRequest } from 'fastify';
import { type ColumnMapping, type ColumnTarget } from '../../bulk-sends/bulk-mappings.js';
import { BulkUploads } from '../../bulk-sends/bulk-uploads.js';
import { DATE_ORDERS, DECIMAL_MARKS } from '../../bulk-sends/domain/bulk-row.js';
import { AppError } from '../../common/errors.js';
import { IdPipe } from '../../common/http/id.pipe.js';
import { type PageResult, Redirect } from '../../platform/pages/page.js';
import { type Statement } from '../../platform/templates/statement.js';
import { delimiterName } from '../domain/bulk-upload-words.js';
import { fieldName } from '../domain/template-faults.js';
import { bulkStep, BulkSteps, type PreparedBulk } from './bulk-steps.js';
import { callerOf } from './caller-of.js';
import { DashboardPages } from './dashboard-pages.decorator.js';
import { CurrentVisit, type DashboardVisit } from './dashboard-visit.decorator.js';
import { type Fields, textOf } from './form-fields.js';
import { optionsOf } from './list-page.js';

/** Choices on one page beyond which they are shared by all columns, as suggestions for what is typed. */
const MOST_CHOICES = 10_000;
/** Characters of a cell that are shown. */
const SHOWN = 60;

/** What the columns of the file mean, and how it writes numbers and days. */
@DashboardPages('/bulk-sends', 'bulk-sends')
export class BulkColumnsController {
  constructor(
    private readonly uploads: BulkUploads,
    private readonly steps: BulkSteps,
  ) {}

  @Get(':id/columns')
  show(@CurrentVisit() visit: DashboardVisit, @Param('id', IdPipe) id: number): Promise<PageResult> {
    return this.steps.at(visit, id, 'columns', (bulk) => this.page(visit, bulk, null));
  }

  /** Checks all rows once more, if anything was changed. */
  @Post(':id/columns')
  change(
    @CurrentVisit() visit: DashboardVisit,
    @Param('id', IdPipe) id: number,
    @Body() fields: Fields,
    @Req() request: FastifyRequest,
  ): Promise<PageResult> {
    return this.steps.at(visit, id, 'columns', async (prepared) => {
      const { columns } = prepared.mapping;
      const targets = columns.map(({ column }, index): [string, string | null] => [
        column,
        textOf(fields[`target-${index}`]).trim() || null,
      ]);
      const given = {
        columns: Object.fromEntries(targets),
        decimalMark: DECIMAL_MARKS.find((mark) => mark === fields.decimalMark) ?? null,
        dateOrder: DATE_ORDERS.find((order) => order === fields.dateOrder) ?? ('ymd' as const),
      };
      if (!isSame(prepared, given)) {
        const seen = new Date(textOf(fields.uploaded));
        try {
          await this.uploads.recheck(callerOf(visit, request), id, given, seen);
        } catch (error) {
          if (!(error instanceof AppError) || error.statusCode !== 400) throw error;
          return this.page(visit, withTargets(prepared, given.columns), error);
        }
      }
      // Which leads back here if a column is still missing.
      return new Redirect(bulkStep(id, 'check'));
    });
  }

  private page(visit: DashboardVisit, prepared: PreparedBulk, error: AppError | null): Promise<PageResult> {
    const { bulk, mapping } = prepared;
    const { columns, targets, missing } = mapping;
    const { file, uploadedAt } = bulk;
    const isText = file!.format === 'csv' || file!.format === 'tsv';
    const model = {
      ...{ file, uploaded: uploadedAt!.toISOString(), rows: prepared.counts.rows },
      delimiter: delimiterName(file!.delimiter),
      columns: columns.map(({ column, target, samples }, index) => ({
        isRepeated: target !== null && columns.findIndex((other) => other.target === target) < index,
        ...{ index, column, target, samples: samples.map(shownCell).filter((cell) => cell !== '') },
        choices: targets.map((each) => ({ ...toChoice(each), isChosen: each.target === target })),
      })),
      targets: targets.map(toChoice),
      isLong: columns.length * targets.length > MOST_CHOICES,
      missing: missing.map(toChoice),
      isText,
      decimalMarks: optionsOf(DECIMAL_MARKS, file!.decimalMark ?? undefined),
      dateOrders: optionsOf(DATE_ORDERS, file!.dateOrder),
    };
    return this.steps.page(visit, prepared, 'columns', model, error);
  }
}

interface Meaning {
  columns: Readonly<Record<string, string | null>>;
  decimalMark: string | null;
  dateOrder: string;
}

function isSame({ bulk, mapping }: PreparedBulk, { columns, decimalMark, dateOrder }: Meaning): boolean {
  const { file } = bulk;
  return (
    mapping.columns.every(({ column, target }) => columns[column] === target) &&
    (file!.format === 'json' ||
      file!.format === 'ndjson' ||
      (file!.decimalMark === decimalMark && file!.dateOrder === dateOrder))
  );
}

const withTargets = (prepared: PreparedBulk, columns: Meaning['columns']): PreparedBulk => ({
  ...prepared,
  mapping: {
    ...prepared.mapping,
    columns: prepared.mapping.columns.map((each) => ({ ...each, target: columns[each.column] ?? null })),
  } satisfies ColumnMapping,
});

/** What a column can mean, in words: names of roles and fields are the members' own. */
function toChoice({ target, role, part, field }: ColumnTarget): { target: string; says: Statement } {
  const values: Statement['values'] = field ? { field: fieldName(field) } : role === null ? {} : { role };
  return { target, says: { key: `dashboard.bulk.targets.${part}`, values } };
}

function shownCell(value: unknown): string {
  const isPlain = ['string', 'number', 'boolean'].includes(typeof value);
  const text = Array.isArray(value) ? value.join(', ') : isPlain ? String(value) : '';
  return text.length > SHOWN ? `${text.slice(0, SHOWN).toWellFormed()}…` : text;
}
