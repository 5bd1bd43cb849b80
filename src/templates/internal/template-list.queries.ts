import { type EntityManager } from 'typeorm';
import { type Count, toCount } from '../../common/count.js';
import { type ListOrder, type ListPlace, type SortField } from '../domain/template-order.js';
import { type ListedTemplate, type TemplateSearch, type TemplateState } from '../domain/template-search.js';
import { STATE, type TemplateKey } from './template.queries.js';

/** Requests made from a template are counted up to this number. */
const MOST_USES = 1_000;
const COLUMNS: Readonly<Record<SortField, string>> = {
  updatedAt: 't.updated_at',
  createdAt: 't.created_at',
  name: 'lower(t.name)',
};

/** The templates that a search finds: $1 is the organization, $2 a pattern, $3 an id, $4 a state. */
const FOUND = `
  from templates t
  where t.organization_id = $1
    and ($2::text is null or lower(t.name) like $2 or lower(t.description) like $2
      or exists (select from template_documents d where d.organization_id = t.organization_id
        and d.template_id = t.id and d.version = 0 and lower(d.name) like $2))
    and ($3::bigint is null or t.id = $3)
    and case when $4::text is null then t.archived_at is null else ${STATE} = $4 end`;

const ROW = `
  select t.id, t.name, lower(t.name) as "nameKey", t.description, t.latest_version as "latestVersion", t.archived_at as "archivedAt",
    t.created_at as "createdAt", t.updated_at as "updatedAt",
    array(select d.name from template_documents d where d.organization_id = t.organization_id
      and d.template_id = t.id and d.version = 0 order by d.n) as documents,
    array(select role ->> 'name' from jsonb_array_elements(t.definition -> 'roles') with ordinality as r (role, n)
      order by n) as roles,
    (select v.published_at from template_versions v where v.organization_id = t.organization_id
      and v.template_id = t.id and v.number = t.latest_version) as "publishedAt",
    (select count(*)::integer from (select from request_templates r where r.organization_id = t.organization_id
      and r.template_id = t.id limit ${MOST_USES + 1}) used) as uses`;

type Row = Omit<ListedTemplate, 'uses'> & { uses: number };

/** A page of the organization's templates, from a place on. */
export async function searchTemplates(
  manager: EntityManager,
  search: TemplateSearch,
  { order, before, limit }: { order: ListOrder; before?: ListPlace; limit: number },
): Promise<ListedTemplate[]> {
  const column = COLUMNS[order.sortBy];
  const direction = order.sortOrder === 'asc' ? 'asc' : 'desc';
  const type = order.sortBy === 'name' ? 'text' : 'timestamptz';
  const later = before
    ? `and (${column}, t.id) ${direction === 'asc' ? '>' : '<'} ($5::${type}, $6::bigint)`
    : '';
  // Chosen before anything is read of them, because a definition can be long.
  const rows = await manager.query<Row[]>(
    `${ROW} from templates t join (select t.organization_id, t.id ${FOUND} ${later}
       order by ${column} ${direction}, t.id ${direction} limit ${limit}) found using (organization_id, id)
     order by ${column} ${direction}, t.id ${direction}`,
    [...valuesOf(search), ...(before ? [before.at, before.id] : [])],
  );
  return rows.map((row) => ({ ...row, uses: toCount(row.uses, MOST_USES) }));
}

/** How many templates a search finds, counted up to `most`. */
export async function countTemplates(
  manager: EntityManager,
  search: TemplateSearch,
  most: number,
): Promise<Count> {
  const [row] = await manager.query<[{ found: number }]>(
    `select count(*)::integer as found from (select ${FOUND} limit ${most + 1}) templates`,
    valuesOf(search),
  );
  return toCount(row.found, most);
}

/** The number of templates in each state, and of all that are not archived. */
export async function countTemplateStates(
  manager: EntityManager,
  organizationId: number,
  most: number,
): Promise<Record<TemplateState | 'all', Count>> {
  const rows = await manager.query<{ state: TemplateState; found: number }[]>(
    `select ${STATE} as state, count(*)::integer as found from templates where organization_id = $1 group by 1`,
    [organizationId],
  );
  const found = (state: TemplateState) => rows.find((row) => row.state === state)?.found ?? 0;
  return {
    all: toCount(found('draft') + found('published'), most),
    draft: toCount(found('draft'), most),
    published: toCount(found('published'), most),
    archived: toCount(found('archived'), most),
  };
}

/** How many requests were made from a template, counted up to 1,000. */
export async function countUses(
  manager: EntityManager,
  { organizationId, templateId }: TemplateKey,
): Promise<Count> {
  const [row] = await manager.query<[{ uses: number }]>(
    `select count(*)::integer as uses from (select from request_templates
       where organization_id = $1 and template_id = $2 limit ${MOST_USES + 1}) used`,
    [organizationId, templateId],
  );
  return toCount(row.uses, MOST_USES);
}

function valuesOf({ organizationId, text, id, state }: TemplateSearch): unknown[] {
  const pattern = text === undefined ? null : `%${text.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;
  return [organizationId, pattern, id ?? null, state ?? null];
}
