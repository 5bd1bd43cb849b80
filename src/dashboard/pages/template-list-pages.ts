import { Injectable } from '@nestjs/common';
import { type Page } from '../../platform/pages/page.js';
import {
  LATEST_FIRST,
  type ListOrder,
  placeOf,
  SORT_FIELDS,
  writeListPlace,
} from '../../templates/domain/template-order.js';
import { type ListedTemplate, stateOf, TEMPLATE_STATES } from '../../templates/domain/template-search.js';
import { TemplateLists } from '../../templates/template-lists.js';
import { queryOf } from '../domain/address-query.js';
import { unknownIn } from '../domain/filter-fields.js';
import { listBehind, TEMPLATE_LIST } from '../domain/list-address.js';
import { readTemplateChoice, templateOrderInAddress, templateSearch } from '../domain/template-choice.js';
import { DashboardShell } from './dashboard-shell.js';
import { type DashboardVisit } from './dashboard-visit.decorator.js';
import { type Fields } from './form-fields.js';
import { chipsOf, MOST_IN_CHIP } from './list-chips.js';
import { type Filter, keptIn, listPage } from './list-page.js';

const { address: ADDRESS } = TEMPLATE_LIST;
/** Names of documents and of roles that a row shows. */
const MOST_NAMED = 3;

/** The page that lists templates. */
@Injectable()
export class TemplateListPages {
  constructor(
    private readonly lists: TemplateLists,
    private readonly shell: DashboardShell,
  ) {}

  async show(visit: DashboardVisit, query: Fields): Promise<Page> {
    const { organizationId } = visit;
    const { order, before, ...choice } = readTemplateChoice(query);
    const { filter, entered, problems } = choice;
    const inAddress = templateOrderInAddress(order);
    const found = await listPage<ListedTemplate>(
      {
        address: ADDRESS,
        choice,
        order: inAddress,
        isFirst: before === undefined,
        placeOf: (row) => writeListPlace(placeOf(row, order)),
      },
      (limit, most) =>
        this.lists.search(templateSearch(organizationId, filter), { order, before, limit }, most),
    );
    const chips = await chipsOf(
      {
        ...{ address: ADDRESS, field: 'state', states: TEMPLATE_STATES, filter, order: inAddress },
        isUnknown: 'state' in problems,
      },
      () => this.lists.countStates(organizationId, MOST_IN_CHIP),
    );
    const model = {
      found: { ...found, rows: found.rows.map(toRow) },
      ...listBehind(visit.url, TEMPLATE_LIST),
      ...{ entered, problems, chips },
      unknown: unknownIn(problems),
      headings: headingsOf(order, filter),
      kept: keptIn({ state: filter.state, ...inAddress }),
    };
    return this.shell.page(visit, 'templates', model, found.isWrong ? 400 : 200);
  }
}

const TONES = { draft: 'none', published: 'good', archived: 'none' } as const;

/** The state of a template, with the tone in which it is shown. */
export function shownState(template: Parameters<typeof stateOf>[0]) {
  const state = stateOf(template);
  return { state, tone: TONES[state] };
}

const toRow = (template: ListedTemplate) => ({
  ...template,
  ...shownState(template),
  documents: namesOf(template.documents),
  roles: namesOf(template.roles),
});

const namesOf = (names: readonly string[]) => ({
  names: names.slice(0, MOST_NAMED),
  others: Math.max(0, names.length - MOST_NAMED),
});

/** The headings that sort: choosing one again reverses the order. */
function headingsOf(order: ListOrder, filter: Filter) {
  const headings = SORT_FIELDS.map((sortBy) => {
    const isSorted = order.sortBy === sortBy;
    const usual = sortBy === 'name' ? 'asc' : LATEST_FIRST.sortOrder;
    const sortOrder = isSorted ? (order.sortOrder === 'asc' ? 'desc' : 'asc') : usual;
    const heading = {
      href: ADDRESS + queryOf({ ...filter, ...templateOrderInAddress({ sortBy, sortOrder }) }),
      sorted: isSorted ? (order.sortOrder === 'asc' ? 'ascending' : 'descending') : null,
    };
    return [sortBy, heading] as const;
  });
  return Object.fromEntries(headings);
}
