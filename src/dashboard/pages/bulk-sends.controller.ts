import { Body, Get, Param, Post, Query, Req } from '@nestjs/common';
import { type FastifyRequest } from 'fastify';
import { BulkRuns } from '../../bulk-sends/bulk-runs.js';
import { BulkSends, type BulkView } from '../../bulk-sends/bulk-sends.js';
import { AppError } from '../../common/errors.js';
import { IdPipe } from '../../common/http/id.pipe.js';
import { plainLine } from '../../common/plain-line.js';
import { MAX_NAME } from '../../common/validation/limits.js';
import { type Page, type PageResult, Redirect } from '../../platform/pages/page.js';
import { type Statement } from '../../platform/templates/statement.js';
import { TemplateLists } from '../../templates/template-lists.js';
import { TemplatesService } from '../../templates/templates.service.js';
import { queryOf } from '../domain/address-query.js';
import { type RefusalWords, refusalWords } from '../domain/refusal-words.js';
import { listedBulk } from './bulk.view-model.js';
import { BulkResultPages } from './bulk-result-pages.js';
import { bulkStep, pageOfBulk } from './bulk-steps.js';
import { callerOf } from './caller-of.js';
import { DashboardPages } from './dashboard-pages.decorator.js';
import { DashboardShell } from './dashboard-shell.js';
import { CurrentVisit, type DashboardVisit } from './dashboard-visit.decorator.js';
import { type Fields, textOf } from './form-fields.js';
import { PAGE_SIZE } from './list-page.js';
import { SentOnce } from './sent-once.js';

const ADDRESS = '/dashboard/bulk-sends';
/** Templates that the form offers, in the order of their names. */
const MOST_TEMPLATES = 500;

interface NewBulkForm {
  name: string;
  template: string;
  problems: { name?: Statement; template?: Statement };
  refusal?: RefusalWords;
}

/** The organization's bulk sends: the list, a new one, and the page of one that was started. */
@DashboardPages('/bulk-sends', 'bulk-sends')
export class DashboardBulkSendsController {
  constructor(
    private readonly bulkSends: BulkSends,
    private readonly runs: BulkRuns,
    private readonly templates: TemplatesService,
    private readonly lists: TemplateLists,
    private readonly results: BulkResultPages,
    private readonly shell: DashboardShell,
    private readonly once: SentOnce,
  ) {}

  @Get()
  async list(@CurrentVisit() visit: DashboardVisit, @Query() { from }: Fields): Promise<Page> {
    const { organizationId } = visit;
    const skip = Math.max(0, Math.trunc(Number(textOf(from))) || 0);
    const { views, total } = await this.bulkSends.list(organizationId, { skip, limit: PAGE_SIZE });
    const names = await this.templates.names(
      organizationId,
      views.map(({ bulk }) => bulk.templateId),
    );
    const found = {
      rows: views.map((view) => ({ ...listedBulk(view), template: names.get(view.bulk.templateId) })),
      ...{ count: total, isMore: false },
      first: skip === 0 ? null : ADDRESS,
      next: skip + PAGE_SIZE < total ? ADDRESS + queryOf({ from: skip + PAGE_SIZE }) : null,
    };
    return this.shell.page(visit, 'bulk-sends', { found });
  }

  @Get('new')
  showForm(@CurrentVisit() visit: DashboardVisit, @Query() { template }: Fields): Promise<Page> {
    return this.newPage(visit, { name: '', template: textOf(template), problems: {} });
  }

  /** A form that is sent twice makes one bulk send. */
  @Post('new')
  async make(
    @CurrentVisit() visit: DashboardVisit,
    @Body() fields: Fields,
    @Req() request: FastifyRequest,
  ): Promise<PageResult> {
    const form = { name: textOf(fields.name), template: textOf(fields.template) };
    const name = plainLine(form.name);
    const templateId = Number(form.template);
    const problems = {
      ...((name === '' || name.length > MAX_NAME) && { name: problem('name') }),
      ...((!Number.isSafeInteger(templateId) || templateId <= 0) && { template: problem('template') }),
    };
    if (Object.keys(problems).length > 0) return this.newPage(visit, { ...form, problems });
    try {
      const id = await this.once.run(visit, 'bulk-send', fields, async () => {
        const defaults = { readOnly: [] };
        const given = { name, templateId, version: null, onInvalid: 'stop' as const, defaults };
        return (await this.bulkSends.create(callerOf(visit, request), given)).bulk.id;
      });
      return new Redirect(bulkStep(id, 'upload'));
    } catch (error) {
      if (!(error instanceof AppError) || ![400, 404].includes(error.statusCode)) throw error;
      if (error.statusCode === 404)
        return this.newPage(visit, { ...form, problems: { template: problem('template') } });
      return this.newPage(visit, { ...form, problems: {}, refusal: refusalWords(error, 'other') });
    }
  }

  /** How far it is and what became of its rows; one that was not started continues where it was left. */
  @Get(':id')
  show(
    @CurrentVisit() visit: DashboardVisit,
    @Param('id', IdPipe) id: number,
    @Query() query: Fields,
  ): Promise<PageResult> {
    return this.results.show(visit, id, query);
  }

  @Post(':id/pause')
  pause(
    @CurrentVisit() visit: DashboardVisit,
    @Param('id', IdPipe) id: number,
    @Req() request: FastifyRequest,
  ): Promise<PageResult> {
    return this.act(visit, id, () => this.runs.pause(callerOf(visit, request), id));
  }

  @Post(':id/resume')
  resume(
    @CurrentVisit() visit: DashboardVisit,
    @Param('id', IdPipe) id: number,
    @Req() request: FastifyRequest,
  ): Promise<PageResult> {
    return this.act(visit, id, () => this.runs.resume(callerOf(visit, request), id));
  }

  @Post(':id/cancel')
  cancel(
    @CurrentVisit() visit: DashboardVisit,
    @Param('id', IdPipe) id: number,
    @Req() request: FastifyRequest,
  ): Promise<PageResult> {
    return this.act(visit, id, () => this.runs.cancel(callerOf(visit, request), id));
  }

  @Post(':id/retry')
  retry(
    @CurrentVisit() visit: DashboardVisit,
    @Param('id', IdPipe) id: number,
    @Req() request: FastifyRequest,
  ): Promise<PageResult> {
    return this.act(visit, id, () => this.runs.retry(callerOf(visit, request), id));
  }

  /** A refusal is told on the page, which shows the present state. */
  private async act(visit: DashboardVisit, id: number, work: () => Promise<BulkView>): Promise<PageResult> {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof AppError) || error.statusCode !== 400) throw error;
      return this.results.show(visit, id, {}, error);
    }
    return new Redirect(pageOfBulk(id));
  }

  private async newPage(visit: DashboardVisit, form: NewBulkForm): Promise<Page> {
    const { rows } = await this.lists.search(
      { organizationId: visit.organizationId, state: 'published' },
      { order: { sortBy: 'name', sortOrder: 'asc' }, limit: MOST_TEMPLATES },
      1,
    );
    const choices = rows.map(({ id, name }) => ({
      id,
      called: name,
      isChosen: String(id) === form.template,
    }));
    const isWrong = Object.keys(form.problems).length > 0 || form.refusal !== undefined;
    return this.shell.page(visit, 'bulk-new', { ...form, choices }, isWrong ? 400 : 200);
  }
}

const problem = (what: string): Statement => ({ key: `dashboard.bulk.problems.${what}` });
