import { invalid } from '../../common/errors.js';
import { createValidationPipe } from '../../common/validation/validation.pipe.js';
import { type FormPeople } from '../form/form-imports.js';
import { FormPeopleDto } from './dto/form-import.dto.js';

const pipe = createValidationPipe();

/**
 * Reads who fills in an imported form, validated like a JSON body.
 * @throws AppError 400 naming the problems
 */
export async function readFormPeople(text: string | undefined): Promise<FormPeople> {
  const people = (await pipe.transform(parse(text), {
    type: 'body',
    metatype: FormPeopleDto,
  })) as FormPeopleDto;
  const { roles, signers, role = firstRole(roles), fieldRoles = {} } = people;
  const wrong = Object.entries(fieldRoles).find(([, each]) => typeof each !== 'string');
  if (wrong) {
    const field = `form.fieldRoles.${wrong[0].slice(0, 64)}`;
    throw invalid({ field, message: `${field} must be the key of a role` });
  }
  return { roles, signers, role, fieldRoles: fieldRoles as Record<string, string> };
}

function parse(text: string | undefined): unknown {
  try {
    const found: unknown = JSON.parse(text ?? '');
    if (typeof found === 'object' && found !== null && !Array.isArray(found)) return found;
  } catch {
    // Answered below.
  }
  throw invalid({ field: 'form', message: 'form must be a JSON object with the roles and their signers' });
}

/** Empty, which is no role's key, if there is none; what is wrong with the roles is said elsewhere. */
function firstRole(roles: unknown): string {
  const [first] = Array.isArray(roles) ? (roles as unknown[]) : [];
  const key = typeof first === 'object' && first !== null && 'key' in first ? first.key : undefined;
  return typeof key === 'string' ? key : '';
}
