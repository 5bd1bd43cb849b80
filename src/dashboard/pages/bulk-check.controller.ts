import { Body, Get, Param, Post, Query, Req, Res } from '@nestjs/common';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { BulkForecasts, type Forecast } from '../../bulk-sends/bulk-forecasts.js';
import { BulkPreviews } from '../../bulk-sends/bulk-previews.js';
import { BulkReports } from '../../bulk-sends/bulk-reports.js';
import { BulkRuns } from '../../bulk-sends/bulk-runs.js';
import { BulkSends } from '../../bulk-sends/bulk-sends.js';
import { AppError } from '../../common/errors.js';
import { IdPipe } from '../../common/http/id.pipe.js';
import { Download, type PageResult, Redirect } from '../../platform/pages/page.js';
import { Downloads } from '../../platform/storage/downloads.js';
import { sheetsOfOne } from '../../signing/domain/sheets.js';
import { TemplateVersions } from '../../templates/template-versions.js';
import { queryOf } from '../domain/address-query.js';
import { listedRow } from './bulk.view-model.js';
import { bulkStep, BulkSteps, pageOfBulk, type PreparedBulk } from './bulk-steps.js';
import { callerOf } from './caller-of.js';
import { confirmFirst } from './confirm-first.js';
import { DashboardPages } from './dashboard-pages.decorator.js';
import { CurrentVisit, type DashboardVisit } from './dashboard-visit.decorator.js';
import { type Fields, textOf } from './form-fields.js';
import { ListExports } from './list-exports.js';
import { PAGE_SIZE } from './list-page.js';

/** More rows than these are only sent by somebody who has just proved who they are. */
const CONFIRMED_ROWS = 1_000;
/** A document, and the same size again in transit. */
const DOCUMENT_BYTES = 64 * 1024 * 1024;

/** The check of the rows, one of them as its document, and the last question before they are sent. */
@DashboardPages('/bulk-sends', 'bulk-sends')
export class BulkCheckController {
  constructor(
    private readonly bulkSends: BulkSends,
    private readonly previews: BulkPreviews,
    private readonly forecasts: BulkForecasts,
    private readonly runs: BulkRuns,
    private readonly reports: BulkReports,
    private readonly versions: TemplateVersions,
    private readonly exports: ListExports,
    private readonly downloads: Downloads,
    private readonly steps: BulkSteps,
  ) {}

  @Get(':id/check')
  check(
    @CurrentVisit() visit: DashboardVisit,
    @Param('id', IdPipe) id: number,
    @Query() query: Fields,
  ): Promise<PageResult> {
    return this.steps.at(visit, id, 'check', async (prepared) => {
      const { counts } = prepared;
      const isWarnings = query.show === 'warnings' || (counts.invalid === 0 && counts.warned > 0);
      const skip = Math.max(0, Math.trunc(Number(textOf(query.from))) || 0);
      const key = { organizationId: visit.organizationId, bulkSendId: id };
      const filter = isWarnings ? { warned: true as const } : { state: 'invalid' as const };
      const { rows, total } = await this.bulkSends.rows(key, { ...filter, skip, limit: PAGE_SIZE });
      const address = bulkStep(id, 'check');
      const show = isWarnings ? 'warnings' : undefined;
      const model = {
        ...{ counts, isWarnings, address, emptyRows: prepared.bulk.file!.emptyRows },
        found: {
          rows: rows.map(listedRow),
          ...{ count: total, isMore: false },
          first: skip === 0 ? null : address + queryOf({ show }),
          next: skip + PAGE_SIZE < total ? address + queryOf({ show, from: skip + PAGE_SIZE }) : null,
        },
      };
      return this.steps.page(visit, prepared, 'check', model);
    });
  }

  @Get(':id/preview')
  preview(
    @CurrentVisit() visit: DashboardVisit,
    @Param('id', IdPipe) id: number,
    @Query() { row }: Fields,
  ): Promise<PageResult> {
    return this.steps.at(visit, id, 'preview', async (prepared) => {
      const { organizationId, templateId, version } = prepared.bulk;
      const number = Math.trunc(Number(textOf(row))) || null;
      const shown = await this.previews.row({ organizationId, bulkSendId: id }, number);
      const { documents } = await this.versions.get({ organizationId, templateId }, version);
      const { name, pages, pageSizes } = documents[0]!;
      const { previous, next } = shown.place;
      const addressOf = (other: number | null) =>
        other === null ? null : bulkStep(id, 'preview') + queryOf({ row: other });
      return this.steps.page(visit, prepared, 'preview', {
        ...{ row: shown, previous: addressOf(previous), next: addressOf(next), documentName: name },
        ...{ file: `${pageOfBulk(id)}/rows/${shown.number}/document`, pageCount: pages },
        sheets: sheetsOfOne({ pages, pageSizes }),
      });
    });
  }

  /** The document of a row with its values. */
  @Get(':id/rows/:number/document')
  document(
    @CurrentVisit() visit: DashboardVisit,
    @Param('id', IdPipe) id: number,
    @Param('number', IdPipe) number: number,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<PageResult> {
    return this.steps.at(visit, id, 'preview', ({ bulk }) => {
      const { organizationId } = bulk;
      return this.downloads.load(reply, { organizationId, sizeBytes: DOCUMENT_BYTES }, async () => {
        const pdf = await this.previews.document({ organizationId, bulkSendId: id }, number);
        return new Download(pdf, 'application/pdf', `row-${number}.pdf`, 'inline');
      });
    });
  }

  @Get(':id/send')
  ask(@CurrentVisit() visit: DashboardVisit, @Param('id', IdPipe) id: number): Promise<PageResult> {
    return this.steps.at(visit, id, 'send', (prepared) => this.sendPage(visit, prepared, null));
  }

  /** Sends what was shown: rows that were replaced meanwhile are not. A form that is sent twice starts once. */
  @Post(':id/send')
  send(
    @CurrentVisit() visit: DashboardVisit,
    @Param('id', IdPipe) id: number,
    @Body() fields: Fields,
    @Req() request: FastifyRequest,
  ): Promise<PageResult> {
    return this.steps.at(visit, id, 'send', async (prepared) => {
      if (prepared.counts.valid > CONFIRMED_ROWS && !visit.isConfirmed)
        return confirmFirst(bulkStep(id, 'send'));
      const options = {
        confirmRepeated: fields.repeated === 'yes',
        skipInvalid: fields.skip === 'yes',
        seen: new Date(textOf(fields.uploaded)),
      };
      try {
        await this.runs.start(callerOf(visit, request), id, options);
      } catch (error) {
        const isRefusal = error instanceof AppError && REFUSED.has(error.code);
        if (!isRefusal) throw error;
        return this.sendPage(visit, prepared, error);
      }
      return new Redirect(pageOfBulk(id));
    });
  }

  @Get(':id/errors.csv')
  errors(
    @CurrentVisit() visit: DashboardVisit,
    @Param('id', IdPipe) id: number,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<PageResult> {
    return this.report('errors', id, { visit, request, reply });
  }

  @Get(':id/results.csv')
  results(
    @CurrentVisit() visit: DashboardVisit,
    @Param('id', IdPipe) id: number,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<PageResult> {
    return this.report('results', id, { visit, request, reply });
  }

  private report(
    name: 'errors' | 'results',
    id: number,
    { visit, request, reply }: { visit: DashboardVisit; request: FastifyRequest; reply: FastifyReply },
  ): Promise<PageResult> {
    const key = { organizationId: visit.organizationId, bulkSendId: id };
    const read = () => this.reports[name](key, callerOf(visit, request));
    return this.exports.load(visit, reply, {
      list: { address: pageOfBulk(id), choice: { filter: {}, entered: {}, problems: {} } },
      ...{ baseName: `bulk-send-${id}-${name}`, format: 'csv' as const, read },
    });
  }

  private async sendPage(
    visit: DashboardVisit,
    prepared: PreparedBulk,
    error: AppError | null,
  ): Promise<PageResult> {
    const { organizationId, id: bulkSendId, uploadedAt } = prepared.bulk;
    const forecast = await this.forecasts.of({ organizationId, bulkSendId });
    const model = {
      ...{ forecast, uploaded: uploadedAt!.toISOString(), needsPassword: forecast.rows > CONFIRMED_ROWS },
      ...durationsOf(forecast),
      left: Math.max(0, forecast.ceiling - forecast.started),
      isOver: forecast.started + forecast.rows > forecast.ceiling,
    };
    return this.steps.page(visit, prepared, 'send', model, error);
  }
}

/** Refusals that the page explains, where something can be done about them. */
const REFUSED: ReadonlySet<string | undefined> = new Set([
  ...['rows_invalid', 'rows_repeated', 'rows_replaced', 'bulk_ceiling'],
]);

const SECONDS_A_MINUTE = 60;

/** Rounded up to minutes; null for less than one, and where nothing limits the mails. */
const durationsOf = ({ secondsToMake, secondsToMail }: Forecast) => ({
  minutesToMake: secondsToMake < SECONDS_A_MINUTE ? null : Math.ceil(secondsToMake / SECONDS_A_MINUTE),
  minutesToMail:
    secondsToMail === null || secondsToMail < SECONDS_A_MINUTE
      ? null
      : Math.ceil(secondsToMail / SECONDS_A_MINUTE),
});
