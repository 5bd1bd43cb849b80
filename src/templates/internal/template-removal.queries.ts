import { type EntityManager } from 'typeorm';
import { TemplateDocument } from '../template.entity.js';
import { type TemplateKey } from './template.queries.js';

interface Due {
  organizationId: number;
  /** Since a template was archived, at least. */
  days: number;
  /** Only templates with greater ids. */
  after: number;
  limit: number;
}

const ARCHIVED_WITH_FILES = `
  select t.id from templates t
  where t.organization_id = $1 and t.archived_at <= app_now() - $2::integer * interval '1 day' and t.id > $3
    and exists (select from template_documents d where d.organization_id = t.organization_id and d.template_id = t.id)
  order by t.id limit $4`;

/** Ids of archived templates that still have files, in their order. */
export async function archivedWithFiles(
  manager: EntityManager,
  { organizationId, days, after, limit }: Due,
): Promise<number[]> {
  const rows = await manager.query<{ id: number }[]>(ARCHIVED_WITH_FILES, [
    organizationId,
    days,
    after,
    limit,
  ]);
  return rows.map(({ id }) => id);
}

/** A file of a template's draft or of one of its versions. */
interface TemplateFile {
  storageKey: string;
  sha256: Buffer;
}

export async function filesOf(
  manager: EntityManager,
  { organizationId, templateId }: TemplateKey,
): Promise<TemplateFile[]> {
  const documents = await manager.findBy(TemplateDocument, { organizationId, templateId });
  return documents.flatMap(({ originalKey, originalSha256, presentedKey, presentedSha256 }) => [
    { storageKey: originalKey, sha256: originalSha256 },
    { storageKey: presentedKey, sha256: presentedSha256 },
  ]);
}

/** Of the draft and of all versions. */
export async function removeDocuments(
  tx: EntityManager,
  { organizationId, templateId }: TemplateKey,
): Promise<void> {
  await tx.delete(TemplateDocument, { organizationId, templateId });
}
