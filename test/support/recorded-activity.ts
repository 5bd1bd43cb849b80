import { type SharedTestApp, type TestOrganization } from './app.js';

/** The types of everything recorded in the organization, in order. */
export async function recordedTypes(
  { dataSource }: SharedTestApp,
  { organizationId }: TestOrganization,
): Promise<string[]> {
  const rows = await dataSource.query<{ type: string }[]>(
    'select type from activity_events where organization_id = $1 order by number',
    [organizationId],
  );
  return rows.map(({ type }) => type);
}
