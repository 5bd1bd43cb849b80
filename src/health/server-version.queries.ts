import { type EntityManager } from 'typeorm';

/** Such as `17.2`. */
export async function serverVersion(manager: EntityManager): Promise<string> {
  const [row] = await manager.query<{ version: string }[]>(
    "select current_setting('server_version') as version",
  );
  return row!.version;
}
