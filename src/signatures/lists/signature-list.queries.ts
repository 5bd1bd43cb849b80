import { Injectable } from '@nestjs/common';
import { type Statement, Statements } from '../../platform/database/statements.js';
import { type SignatureStatus, type SignatureType } from '../domain/signature.state.js';
import { type SignerStatus } from '../domain/signer.state.js';
import { isLive } from '../live-request.queries.js';
import { type ListOrder, type SortField } from './domain/list-order.js';

export interface SignatureFilter extends ListOrder {
  organizationId: number;
  skip: number;
  limit: number;
  status?: SignatureStatus;
  type?: SignatureType;
  fileName?: string;
  subject?: string;
  date?: string;
  dateFrom?: string;
  dateTo?: string;
  /** Address keys: any of them matches. */
  recipients?: string[];
}

export interface SignatureSummaryRow {
  id: number;
  type: SignatureType;
  status: SignatureStatus;
  subject: string;
  senderName: string;
  dateSent: Date | null;
  expiresDate: Date | null;
  createdAt: Date;
  updatedAt: Date;
  signers: { id: number; email: string; name: string | null; status: SignerStatus }[];
}

export interface SignaturePage {
  rows: SignatureSummaryRow[];
  /** On all pages. */
  total: number;
}

/** Each sort has an index that begins with the organization. In descending order, unsent requests come last. */
export const ORDER: Record<SortField, Record<'asc' | 'desc', string>> = {
  createdAt: { asc: 's.created_at, s.id', desc: 's.created_at desc, s.id desc' },
  updatedAt: { asc: 's.updated_at, s.id', desc: 's.updated_at desc, s.id desc' },
  dateSent: { asc: 's.date_sent nulls first, s.id', desc: 's.date_sent desc nulls last, s.id desc' },
};

type Conditions = Record<string, (parameter: string) => string>;

/** Each filter's WHERE condition, given its parameter. Days begin and end in UTC; texts are compared as in their index. */
const CONDITIONS: Conditions = {
  status: (p) => `s.status = ${p}`,
  type: (p) => `s.type = ${p}`,
  fileName: (p) => `lower(s.original_document_name) like lower(${p})`,
  subject: (p) => `lower(s.subject) like lower(${p})`,
  date: (p) => `s.date_sent >= ${day(p)} and s.date_sent < ${endOfDay(p)}`,
  dateFrom: (p) => `s.date_sent >= ${day(p)}`,
  dateTo: (p) => `s.date_sent < ${endOfDay(p)}`,
  sentFrom: (p) => `s.date_sent >= ${p}::timestamptz`,
  sentUntil: (p) => `s.date_sent < ${p}::timestamptz`,
  recipients: (p) => `s.id in (select g.signature_id from signature_signers g
      where g.organization_id = s.organization_id and g.organization_id = $1 and g.email_key = any(${p}))`,
};

const day = (parameter: string) => `(${parameter}::timestamp at time zone 'UTC')`;
const endOfDay = (parameter: string) => `(${day(parameter)} + interval '1 day')`;
/** The start of an instant's week, as in the indexes. Weeks have 168 hours and begin on a Saturday, in UTC. */
export const weekOf = (instant: string) => `date_bin('7 days', ${instant}, timestamptz '2000-01-01Z')`;
const plain = (text: string) => text.replace(/[\\%_]/g, '\\$&');
const containing = (text: string) => `%${plain(text)}%`;
/** How the filters that compare with `like` write their texts. */
const PATTERNS: Readonly<Record<string, (text: string) => string>> = {
  fileName: containing,
  subject: containing,
  text: containing,
  address: (text) => `${plain(text)}%`,
};

/** The statements of one list request: the page, and the total count. */
export interface ListStatements {
  page: Statement & { values: unknown[] };
  total: Statement & { values: unknown[] };
}

/** The filters of a list, without its order and page. */
export type SignatureSearch = Omit<SignatureFilter, 'skip' | 'limit' | 'sortBy' | 'sortOrder'>;

/**
 * The conditions of the filters in use; `shape` names their combination.
 * @param values - receives their parameters; the first is the organization
 * @param others - conditions to use instead of the API's
 */
export function conditionsOf(
  search: object,
  values: unknown[],
  others: Conditions = {},
): { conditions: string; shape: string } {
  const used: number[] = [];
  const conditions = Object.entries({ ...CONDITIONS, ...others }).map(([name, condition], index) => {
    const value: unknown = search[name as keyof typeof search];
    if (value === undefined) return '';
    used.push(index);
    values.push(typeof value === 'string' ? (PATTERNS[name]?.(value) ?? value) : value);
    return ` and ${condition(`$${values.length}`)}`;
  });
  return { conditions: conditions.join(''), shape: used.join('_') };
}

/** All requests of an organization in the API. */
export const LIVE = `s.organization_id = $1 and ${isLive('s')}`;

/**
 * Named after the filters in use, so each connection plans each combination once. Text searches are unnamed and
 * planned each time, because the text index suits some and not others.
 */
export function listStatements(filter: SignatureFilter): ListStatements {
  const values: unknown[] = [filter.organizationId];
  const { conditions, shape } = conditionsOf(filter, values);
  const where = LIVE + conditions;
  const order = ORDER[filter.sortBy][filter.sortOrder];
  const hasText = filter.fileName !== undefined || filter.subject !== undefined;
  const nameOf = (name: string) => (hasText ? '' : name);
  return {
    total: {
      name: nameOf(`count_signatures_${shape}`),
      text: `select count(*) as total from signatures s where ${where}`,
      values,
    },
    page: {
      name: nameOf(`list_signatures_${shape}_${filter.sortBy}_${filter.sortOrder}`),
      text: pageText(
        `select s.id from signatures s where ${where}
          order by ${order} limit $${values.length + 1} offset $${values.length + 2}`,
        order,
      ),
      values: [...values, filter.limit, filter.skip],
    },
  };
}

/** What a list shows in addition to the API's columns. */
export interface FurtherColumns {
  columns: string;
  ofSigner: string;
}

/**
 * The rows and signers of a page.
 * @param ids - selects the page's ids first, so skipping reads only the index
 * @param found - all matches, if `ids` selects from them: each row then has their number as `matches`
 * @param more - further columns of the rows, and fields of their signers, each after a comma
 */
export function pageText(
  ids: string,
  order: string,
  { found, more = { columns: '', ofSigner: '' } }: { found?: string; more?: FurtherColumns } = {},
): string {
  const matches = found ? ', (select count(*) from found)::integer as matches' : '';
  return `with ${found ? `found as materialized (${found}), ` : ''}page as materialized (
      ${ids}
    )
    select s.id, s.type, s.status, s.subject, s.sender_name as "senderName", s.date_sent as "dateSent",
      s.expires_date as "expiresDate", s.created_at as "createdAt", s.updated_at as "updatedAt", coalesce((
        select json_agg(json_build_object('id', g.id, 'email', g.email, 'name', g.name, 'status', g.status${more.ofSigner}) order by g.id)
        from signature_signers g where g.signature_id = s.id and g.organization_id = s.organization_id
      ), '[]') as signers${more.columns}${matches}
    from signatures s where s.organization_id = $1 and s.id in (select id from page)
    order by ${order}`;
}

@Injectable()
export class SignatureListQueries {
  constructor(private readonly statements: Statements) {}

  async page(filter: SignatureFilter): Promise<SignaturePage> {
    const { page, total } = listStatements(filter);
    const [rows, counted] = await Promise.all([
      this.statements.query<SignatureSummaryRow>({ name: page.name, text: page.text }, page.values),
      this.statements.query<{ total: number }>({ name: total.name, text: total.text }, total.values),
    ]);
    return { rows, total: counted[0]!.total };
  }
}
