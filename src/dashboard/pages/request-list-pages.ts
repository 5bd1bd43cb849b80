import { Injectable } from '@nestjs/common';
import { Members } from '../../accounts/members.js';
import { type Page } from '../../platform/pages/page.js';
import { type RequestState } from '../../signatures/domain/request-state.js';
import { SIGNATURE_TYPES } from '../../signatures/domain/signature.state.js';
import {
  type ListOrder,
  placeOf,
  SORT_FIELDS,
  writeListPlace,
} from '../../signatures/lists/domain/list-order.js';
import { RequestLists, type RequestRow } from '../../signatures/lists/request-lists.js';
import { queryOf } from '../domain/address-query.js';
import { unknownIn } from '../domain/filter-fields.js';
import { listBehind, SIGNATURE_LIST } from '../domain/list-address.js';
import { orderInAddress, readSignatureChoice, signatureSearch } from '../domain/signature-choice.js';
import { DashboardShell } from './dashboard-shell.js';
import { type DashboardVisit } from './dashboard-visit.decorator.js';
import { type Fields } from './form-fields.js';
import { chipsOf, MOST_IN_CHIP } from './list-chips.js';
import { type Filter, keptIn, listPage, optionsOf } from './list-page.js';
import { toRequestRow } from './request-rows.view-model.js';

const ADDRESS = '/dashboard/signatures';
const CHIPS: readonly RequestState[] = [
  'waiting',
  'completed',
  'rejected',
  'expired',
  'cancelled',
  'scheduled',
  'draft',
];
/** Behind 'More filters'. */
const FOLDED = ['type', 'recipient', 'subject', 'fileName', 'dateFrom', 'dateTo'] as const;

/** The page that lists requests. */
@Injectable()
export class RequestListPages {
  constructor(
    private readonly members: Members,
    private readonly lists: RequestLists,
    private readonly shell: DashboardShell,
  ) {}

  async show(visit: DashboardVisit, query: Fields): Promise<Page> {
    const { organizationId } = visit;
    const choice = readSignatureChoice(query);
    const { filter, entered, problems, order, before } = choice;
    const search = signatureSearch(visit, filter);
    const inAddress = orderInAddress(order);
    const found = await listPage<RequestRow>(
      {
        address: ADDRESS,
        choice,
        order: inAddress,
        isFirst: before === undefined,
        placeOf: (row) => writeListPlace(placeOf(row, order)),
      },
      (limit, most) => this.lists.search(search, { order, before, limit }, most),
    );
    const chips = await chipsOf(
      {
        address: ADDRESS,
        field: 'status',
        states: CHIPS,
        filter,
        order: inAddress,
        isUnknown: 'status' in problems,
      },
      () => this.lists.countStates(organizationId, CHIPS, MOST_IN_CHIP),
    );
    const members = await this.members.names(organizationId);
    const model = {
      found: { ...found, rows: found.rows.map((row) => toRequestRow(row, members)) },
      ...listBehind(visit.url, SIGNATURE_LIST),
      entered,
      problems,
      unknown: unknownIn(problems),
      chips,
      types: optionsOf(SIGNATURE_TYPES, filter.type),
      headings: headingsOf(order, filter),
      kept: keptIn({ status: filter.status, ...inAddress }),
      folded: FOLDED.filter((name) => entered[name] !== undefined).length,
      hasFoldedProblem: FOLDED.some((name) => problems[name] !== undefined),
    };
    return this.shell.page(visit, 'signatures', model, found.isWrong ? 400 : 200);
  }
}

/** The headings that sort: choosing one again reverses the order. */
function headingsOf(order: ListOrder, filter: Filter) {
  return SORT_FIELDS.map((sortBy) => {
    const isSorted = order.sortBy === sortBy;
    const sortOrder = isSorted && order.sortOrder === 'desc' ? 'asc' : 'desc';
    return {
      sortBy,
      href: ADDRESS + queryOf({ ...filter, ...orderInAddress({ sortBy, sortOrder }) }),
      sorted: isSorted ? (order.sortOrder === 'asc' ? 'ascending' : 'descending') : null,
    };
  });
}
