import { DefaultNamingStrategy } from 'typeorm';

/** Maps `organizationId` to the column `organization_id`, unless an entity names the column itself. */
export class SnakeCaseNaming extends DefaultNamingStrategy {
  override columnName(propertyName: string, customName: string | undefined): string {
    return customName ?? propertyName.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  }
}
