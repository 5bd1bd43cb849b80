import { type EntityManager } from 'typeorm';
import { type SortField } from '../domain/template-order.js';
import { type TemplateState } from '../domain/template-search.js';
import { DRAFT_VERSION, Template, TemplateDocument, TemplateVersion } from '../template.entity.js';
import {
  templateArchived,
  templateNotFound,
  templateNotPublished,
  templateVersionUnknown,
} from '../template.errors.js';

export interface TemplateKey {
  organizationId: number;
  templateId: number;
}

/** @throws AppError 404 */
export async function getTemplate(
  manager: EntityManager,
  { organizationId, templateId: id }: TemplateKey,
  { lock = false }: { lock?: boolean } = {},
): Promise<Template> {
  const locked = lock ? { lock: { mode: 'pessimistic_write' as const } } : {};
  const template = await manager.findOne(Template, { where: { organizationId, id }, ...locked });
  if (!template) throw templateNotFound();
  return template;
}

/** The template under its lock, to be changed. @throws AppError 404, 400 `template_archived` */
export async function lockActive(tx: EntityManager, key: TemplateKey): Promise<Template> {
  const template = await getTemplate(tx, key, { lock: true });
  if (template.archivedAt) throw templateArchived();
  return template;
}

/**
 * Keeps the template and its files from going until `tx` has written a request that needs them. Other requests may be
 * made at the same time.
 * @throws AppError 404, 400 `template_archived`
 */
export async function lockForRequest(
  tx: EntityManager,
  { organizationId, templateId: id }: TemplateKey,
): Promise<void> {
  const template = await tx.findOne(Template, {
    select: { organizationId: true, id: true, archivedAt: true },
    where: { organizationId, id },
    lock: { mode: 'pessimistic_read' },
  });
  if (!template) throw templateNotFound();
  if (template.archivedAt) throw templateArchived();
}

/** The documents of a version, or of the draft, in the order of their numbers. */
export function documentsOf(
  manager: EntityManager,
  { organizationId, templateId }: TemplateKey,
  version: number = DRAFT_VERSION,
): Promise<TemplateDocument[]> {
  return manager.find(TemplateDocument, {
    where: { organizationId, templateId, version },
    order: { n: 'ASC' },
  });
}

/**
 * A published version.
 * @param number - the latest by default
 * @throws AppError 400 `template_not_published`, `template_version_unknown`
 */
export async function getVersion(
  manager: EntityManager,
  { organizationId, id: templateId, latestVersion }: Template,
  number: number | null = latestVersion,
): Promise<TemplateVersion> {
  if (latestVersion === null || number === null) throw templateNotPublished();
  const version = await manager.findOneBy(TemplateVersion, { organizationId, templateId, number });
  if (!version) throw templateVersionUnknown(number);
  return version;
}

/** As `stateOf`. */
export const STATE = `case when archived_at is not null then 'archived' when latest_version is null then 'draft' else 'published' end`;

const COLUMNS: Readonly<Record<SortField, string>> = {
  updatedAt: 'updated_at',
  createdAt: 'created_at',
  name: 'lower(name)',
};

export interface TemplateFilter {
  organizationId: number;
  /** Contained in the name or the description. */
  q?: string;
  /** By default all but archived ones. */
  state?: TemplateState;
  sortBy: SortField;
  sortOrder: 'asc' | 'desc';
  skip: number;
  limit: number;
}

export type TemplateRow = Omit<Template, 'definition'>;

/** A page of the organization's templates, and how many there are in all. */
export async function listTemplates(
  manager: EntityManager,
  { organizationId, q, state, sortBy, sortOrder, skip, limit }: TemplateFilter,
): Promise<{ rows: TemplateRow[]; total: number }> {
  const found = `from templates where organization_id = $1
    and ($2::text is null or lower(name) like $2 or lower(description) like $2)
    and case when $3::text is null then archived_at is null else ${STATE} = $3 end`;
  const pattern = q === undefined ? null : `%${q.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;
  const values = [organizationId, pattern, state ?? null];
  const order = sortOrder === 'asc' ? 'asc' : 'desc';
  const rows = await manager.query<TemplateRow[]>(
    `select organization_id as "organizationId", id, name, description, revision, latest_version as "latestVersion",
       created_by_user_id as "createdByUserId", created_at as "createdAt", updated_at as "updatedAt",
       archived_at as "archivedAt" ${found}
     order by ${COLUMNS[sortBy]} ${order}, id ${order} offset $4 limit $5`,
    [...values, skip, limit],
  );
  const [count] = await manager.query<[{ total: number }]>(
    `select count(*)::integer as total ${found}`,
    values,
  );
  return { rows, total: count.total };
}

/** The versions of a template, the latest first, and how many there are in all. */
export async function listVersions(
  manager: EntityManager,
  { organizationId, templateId }: TemplateKey,
  { skip, limit }: { skip: number; limit: number },
): Promise<{ rows: TemplateVersion[]; total: number }> {
  const [rows, total] = await manager.findAndCount(TemplateVersion, {
    select: {
      organizationId: true,
      templateId: true,
      number: true,
      sha256: true,
      note: true,
      publishedByUserId: true,
      publishedAt: true,
    },
    where: { organizationId, templateId },
    order: { number: 'DESC' },
    ...{ skip, take: limit },
  });
  return { rows, total };
}

const COPY_DOCUMENTS = `
  insert into template_documents (organization_id, template_id, version, n, name, original_key, original_sha256,
    original_bytes, mime_type, extension, presented_key, presented_sha256, presented_bytes, pages, page_sizes,
    carries_signatures, created_at)
  select organization_id, $4, $5, n, name, original_key, original_sha256, original_bytes, mime_type, extension,
    presented_key, presented_sha256, presented_bytes, pages, page_sizes, carries_signatures, created_at
  from template_documents where organization_id = $1 and template_id = $2 and version = $3`;

/** Gives the documents of a version to another one, or to another template, which then share the files. */
export async function copyDocuments(
  tx: EntityManager,
  { organizationId, templateId }: TemplateKey,
  version: number,
  to: { templateId: number; version: number },
): Promise<void> {
  await tx.query(COPY_DOCUMENTS, [organizationId, templateId, version, to.templateId, to.version]);
}
