import { Injectable } from '@nestjs/common';
import { type Place } from '../common/keyset.js';
import { type Statement, Statements } from '../platform/database/statements.service.js';
import { type SignatureStatus, type SignatureType } from './domain/signature.state.js';
import { type SignerStatus } from './domain/signer.state.js';

export type SortField = 'createdAt' | 'dateSent' | 'updatedAt';

export interface SignatureFilter {
  organizationId: number;
  skip: number;
  limit: number;
  sortBy: SortField;
  sortOrder: 'asc' | 'desc';
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

/** Each sort has an index that begins with the organization. In descending order unsent requests come last. */
const ORDER: Record<SortField, Record<'asc' | 'desc', string>> = {
  createdAt: { asc: 's.created_at, s.id', desc: 's.created_at desc, s.id desc' },
  updatedAt: { asc: 's.updated_at, s.id', desc: 's.updated_at desc, s.id desc' },
  dateSent: { asc: 's.date_sent nulls first, s.id', desc: 's.date_sent desc nulls last, s.id desc' },
};

/** What each filter adds to WHERE, given its parameter. Days begin and end in UTC. */
const CONDITIONS: Record<string, (parameter: string) => string> = {
  status: (p) => `s.status = ${p}`,
  type: (p) => `s.type = ${p}`,
  fileName: (p) => `s.original_document_name ilike ${p}`,
  subject: (p) => `s.subject ilike ${p}`,
  date: (p) => `s.date_sent >= ${day(p)} and s.date_sent < ${day(p)} + interval '1 day'`,
  dateFrom: (p) => `s.date_sent >= ${day(p)}`,
  dateTo: (p) => `s.date_sent < ${day(p)} + interval '1 day'`,
  recipients: (p) => `s.id in (select g.signature_id from signature_signers g
      where g.organization_id = s.organization_id and g.organization_id = $1 and g.email_key = any(${p}))`,
};

const day = (parameter: string) => `(${parameter}::timestamp at time zone 'UTC')`;
const containing = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

/** The statements of one list request: the page, and the total count. */
export interface ListStatements {
  page: Statement & { values: unknown[] };
  total: Statement & { values: unknown[] };
}

/** The filters of a list, without its order and page. */
export type SignatureSearch = Omit<SignatureFilter, 'skip' | 'limit' | 'sortBy' | 'sortOrder'>;

/** What the filters in use add to a statement; `shape` names their combination. */
function searchOf(filter: SignatureSearch): { where: string; values: unknown[]; shape: string } {
  const values: unknown[] = [filter.organizationId];
  const used: number[] = [];
  const conditions = Object.entries(CONDITIONS).flatMap(([name, condition], index) => {
    const value = filter[name as keyof SignatureSearch];
    if (value === undefined) return [];
    used.push(index);
    values.push(name === 'fileName' || name === 'subject' ? containing(String(value)) : value);
    return [condition(`$${values.length}`)];
  });
  const where = ['s.organization_id = $1', 's.deleted_at is null', ...conditions].join(' and ');
  return { where, values, shape: used.join('_') };
}

/** Named after the filters in use, so that each connection plans each combination once. */
export function listStatements(filter: SignatureFilter): ListStatements {
  const { where, values, shape } = searchOf(filter);
  const order = ORDER[filter.sortBy][filter.sortOrder];
  return {
    total: {
      name: `count_signatures_${shape}`,
      text: `select count(*) as total from signatures s where ${where}`,
      values,
    },
    page: {
      name: `list_signatures_${shape}_${filter.sortBy}_${filter.sortOrder}`,
      text: pageText(where, order, `limit $${values.length + 1} offset $${values.length + 2}`),
      values: [...values, filter.limit, filter.skip],
    },
  };
}

/** Selects ids first, so that skipping reads only the index, and then the rows and signers of this page. */
function pageText(where: string, order: string, end: string): string {
  return `with page as materialized (
      select s.id from signatures s where ${where} order by ${order} ${end}
    )
    select s.id, s.type, s.status, s.subject, s.sender_name as "senderName", s.date_sent as "dateSent",
      s.expires_date as "expiresDate", s.created_at as "createdAt", s.updated_at as "updatedAt", coalesce((
        select json_agg(json_build_object('id', g.id, 'email', g.email, 'name', g.name, 'status', g.status) order by g.id)
        from signature_signers g where g.signature_id = s.id and g.organization_id = s.organization_id
      ), '[]') as signers
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

  /** The newest first, from any place as fast as from the first. */
  browse(search: SignatureSearch, before: Place | undefined, limit: number): Promise<SignatureSummaryRow[]> {
    const { where, values, shape } = searchOf(search);
    const place = before ? [before.createdAt, before.id] : [];
    const [time, id, end] = [1, 2, place.length + 1].map((next) => `$${values.length + next}`);
    const from = before ? ` and (s.created_at, s.id) < (${time}::timestamptz, ${id}::bigint)` : '';
    const text = pageText(where + from, ORDER.createdAt.desc, `limit ${end}`);
    const name = `browse_signatures_${shape}_${before ? 'before' : 'first'}`;
    return this.statements.query({ name, text }, [...values, ...place, limit]);
  }

  /** How many match, counted up to `most`. */
  async count(search: SignatureSearch, most: number): Promise<number> {
    const { where, values, shape } = searchOf(search);
    const text = `select count(*)::integer as found
      from (select from signatures s where ${where} limit $${values.length + 1}) found_rows`;
    const rows = await this.statements.query<{ found: number }>(
      { name: `count_some_signatures_${shape}`, text },
      [...values, most],
    );
    return rows[0]!.found;
  }
}
