import { invalid } from '../common/errors.js';
import { type ImportedField } from './form-import.js';

/** Which role fills in which imported fields. */
export interface RoleAssignment {
  /** Of all fields that `fieldRoles` does not name. */
  role: string;
  /** Roles by the fields' keys. */
  fieldRoles: Readonly<Record<string, string>>;
}

/**
 * The imported fields as those of a definition.
 * @param document - its number, and the path to the assignment in what was given
 * @throws AppError 400 naming every key that no imported field has
 */
export function assignedFields(
  imported: readonly ImportedField[],
  { role, fieldRoles }: RoleAssignment,
  { document, path }: { document: number; path: string },
): unknown[] {
  const roles = new Map(Object.entries(fieldRoles));
  const keys = new Set(imported.map(({ field }) => field.key));
  const unknown = [...roles.keys()].filter((key) => !keys.has(key));
  if (unknown.length > 0)
    throw invalid(
      ...unknown.map((key) => {
        const field = `${path}fieldRoles.${key.slice(0, 64)}`;
        return { field, message: `${field} is no field of the imported form` };
      }),
    );
  return imported.map(({ field: { places, ...field } }) => ({
    ...field,
    role: roles.get(field.key) ?? role,
    places: places.map((place) => ({ document, ...place })),
  }));
}
