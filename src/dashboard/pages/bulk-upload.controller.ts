import { Body, Get, Param, Post, Req, Res } from '@nestjs/common';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { BulkFiles, type FileQuestion } from '../../bulk-sends/bulk-files.js';
import { BulkReports } from '../../bulk-sends/bulk-reports.js';
import { MAX_FILE_BYTES } from '../../bulk-sends/domain/bulk-send.state.js';
import { type AppError } from '../../common/errors.js';
import { IdPipe } from '../../common/http/id.pipe.js';
import { Download, type PageResult, Redirect } from '../../platform/pages/page.js';
import { delimiterName, uploadRefusal } from '../domain/bulk-upload-words.js';
import { bulkStep, BulkSteps, type PreparedBulk } from './bulk-steps.js';
import { callerOf } from './caller-of.js';
import { TokenInParts } from './dashboard.guard.js';
import { DashboardPages } from './dashboard-pages.decorator.js';
import { CurrentVisit, type DashboardVisit } from './dashboard-visit.decorator.js';
import { DocumentForms, refusalIn } from './document-forms.js';
import { type Fields, textOf } from './form-fields.js';

const MEGABYTE = 1024 * 1024;
const ACCEPT = '.csv,.tsv,.tab,.txt,.json,.ndjson,.jsonl,text/csv,text/tab-separated-values,application/json';

/** The first step of a bulk send: its file, and what the file does not say itself. */
@DashboardPages('/bulk-sends', 'bulk-sends')
export class BulkUploadController {
  constructor(
    private readonly files: BulkFiles,
    private readonly reports: BulkReports,
    private readonly forms: DocumentForms,
    private readonly steps: BulkSteps,
  ) {}

  @Get(':id/upload')
  show(@CurrentVisit() visit: DashboardVisit, @Param('id', IdPipe) id: number): Promise<PageResult> {
    return this.steps.at(visit, id, 'upload', (bulk) => this.page(visit, bulk, null));
  }

  /** Replaces the rows, unless the file is refused or there is a question about it. */
  @TokenInParts()
  @Post(':id/upload')
  upload(
    @CurrentVisit() visit: DashboardVisit,
    @Param('id', IdPipe) id: number,
    @Req() request: FastifyRequest,
  ): Promise<PageResult> {
    return this.steps.at(visit, id, 'upload', async (bulk) => {
      try {
        return await this.forms.receive(
          visit,
          request,
          new Map(),
          async ({ file, fileName: name, texts }) => {
            const chosen = { name, bytes: await file.read() };
            const rows = await this.files.receive(
              callerOf(visit, request),
              id,
              chosen,
              texts.get('mode') === 'mend',
            );
            return new Redirect(bulkStep(id, rows === null ? 'reading' : 'columns'));
          },
          MAX_FILE_BYTES,
        );
      } catch (error) {
        return this.page(visit, bulk, refusalIn(error));
      }
    });
  }

  /** What the file does not say, with how it would read each way. */
  @Get(':id/reading')
  ask(@CurrentVisit() visit: DashboardVisit, @Param('id', IdPipe) id: number): Promise<PageResult> {
    return this.steps.at(visit, id, 'reading', async (bulk) => {
      const question = await this.files.question({ organizationId: visit.organizationId, bulkSendId: id });
      if (!question) return new Redirect(bulkStep(id, 'upload'));
      return this.steps.page(visit, bulk, 'reading', toQuestion(question));
    });
  }

  @Post(':id/reading')
  answer(
    @CurrentVisit() visit: DashboardVisit,
    @Param('id', IdPipe) id: number,
    @Body() fields: Fields,
    @Req() request: FastifyRequest,
  ): Promise<PageResult> {
    return this.steps.at(visit, id, 'reading', async (bulk) => {
      try {
        const rows = await this.files.answer(callerOf(visit, request), id, textOf(fields.reading));
        return new Redirect(bulkStep(id, rows === null ? 'reading' : 'columns'));
      } catch (error) {
        return this.page(visit, bulk, refusalIn(error));
      }
    });
  }

  /** A file with every column that the template takes, and one row as an example. */
  @Get(':id/example.csv')
  async example(
    @CurrentVisit() visit: DashboardVisit,
    @Param('id', IdPipe) id: number,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<PageResult> {
    void reply.header('cache-control', 'no-store');
    return this.steps.at(visit, id, 'upload', async ({ bulk }) => {
      const { organizationId, templateId, version } = bulk;
      const text = await this.reports.example(organizationId, templateId, version);
      return new Download(Buffer.from(text), 'text/csv; charset=utf-8', 'rows.csv');
    });
  }

  private page(visit: DashboardVisit, prepared: PreparedBulk, error: AppError | null): Promise<PageResult> {
    const { bulk, counts } = prepared;
    const { file } = bulk;
    const isTable = file?.format === 'csv' || file?.format === 'tsv';
    const model = {
      mendable: isTable && counts.valid > 0 ? counts.invalid : 0,
      ...{ megabytes: MAX_FILE_BYTES / MEGABYTE, accept: ACCEPT, hasRows: file !== null },
      refused: error && uploadRefusal(error),
    };
    return this.steps.page(visit, prepared, 'upload', model, error);
  }
}

const toQuestion = ({ readings, ...question }: FileQuestion) => ({
  ...question,
  readings: readings.map(({ value, sample }) => ({
    value,
    sample,
    // The name of a delimiter is translated; encodings are called the same everywhere.
    delimiter: question.option === 'delimiter' ? delimiterName(value) : null,
  })),
});
