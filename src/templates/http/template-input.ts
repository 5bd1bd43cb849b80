import { AppError, type FieldError, invalid } from '../../common/errors.js';
import { plainLine } from '../../common/plain-line.js';
import { parseDeadline } from '../../common/timestamps.js';
import { createValidationPipe } from '../../common/validation/validation.pipe.js';
import { MAX_ROLES } from '../../forms/form-definition.js';
import { type RolePerson } from '../domain/filled-template.js';
import { DEFAULT_OPTIONS, type TemplateOptions } from '../domain/template-content.js';
import { type GivenDefinition } from '../template-definitions.js';
import { type ImportedRoles } from '../template-form-imports.js';
import { type TemplateSending } from '../template-sendings.js';
import { RolePersonDto, type SendTemplateDto } from './dto/send-template.dto.js';
import {
  type ImportTemplateFormDto,
  type TemplateContentDto,
  type TemplateOptionsDto,
} from './dto/template-definition.dto.js';

const pipe = createValidationPipe();

export function toGivenDefinition({ roles, fields, options = {} }: TemplateContentDto): GivenDefinition {
  return {
    roles: roles.map(({ key, name, action, order }) => ({ key, name, action, order })),
    fields,
    options: toOptions(options),
  };
}

/** @throws AppError 400 naming a field whose role is no text */
export function toImportedRoles({
  roles,
  role,
  fieldRoles = {},
}: Omit<ImportTemplateFormDto, 'revision'>): ImportedRoles {
  const wrong = Object.entries(fieldRoles).find(([, each]) => typeof each !== 'string');
  if (wrong) {
    const field = `fieldRoles.${wrong[0].slice(0, 64)}`;
    throw invalid({ field, message: `${field} must be the key of a role` });
  }
  return {
    roles: roles?.map(({ key, name, action, order }) => ({ key, name, action, order })),
    role,
    fieldRoles: fieldRoles as Record<string, string>,
  };
}

function toOptions(given: TemplateOptionsDto): TemplateOptions {
  return {
    type: given.type ?? DEFAULT_OPTIONS.type,
    subject: given.subject ?? '',
    messageContent: given.messageContent ?? '',
    senderName: given.senderName || null,
    expiresInDays: given.expiresInDays ?? null,
    ccOnComplete: given.ccOnComplete ?? [],
    requireVerification: given.requireVerification ?? false,
    categoryId: given.categoryId ?? null,
    remindEvery: given.remindEvery ?? null,
    allowHandOver: given.allowHandOver ?? false,
  };
}

export async function toSending(body: SendTemplateDto): Promise<TemplateSending> {
  const unread: FieldError[] = [];
  const people = await readPeople(body.roles, unread);
  return toSendingOf(body, people, unread);
}

export function toSendingOf(
  body: Omit<SendTemplateDto, 'roles'>,
  people: TemplateSending['roles'],
  unread: TemplateSending['unread'],
): TemplateSending {
  return {
    version: body.version ?? null,
    roles: people,
    unread,
    values: body.values ?? {},
    readOnly: body.readOnly ?? [],
    overrides: {
      subject: body.subject,
      messageContent: body.messageContent,
      senderName: body.senderName || undefined,
      expiresDate: toDeadline(body.expiresDate),
      scheduledDate: toDeadline(body.scheduledDate),
      ccOnComplete: body.ccOnComplete,
      requireVerification: body.requireVerification,
      categoryId: body.categoryId,
    },
  };
}

const toDeadline = (text: string | undefined) =>
  text === undefined ? undefined : (parseDeadline(text) ?? undefined);

/** The people of roles. @param faults - gets what is wrong with others */
export async function readPeople(
  given: Record<string, unknown>,
  faults: FieldError[],
): Promise<Map<string, RolePerson>> {
  const entries = Object.entries(given);
  const people = new Map<string, RolePerson>();
  if (entries.length > MAX_ROLES) {
    const message = `roles has ${entries.length} entries, but may have at most ${MAX_ROLES}`;
    faults.push({ field: 'roles', message });
    return people;
  }
  for (const [key, value] of entries) {
    const person = await readPerson(value, `roles.${key.slice(0, 64)}`, faults);
    if (person) people.set(key, person);
  }
  return people;
}

async function readPerson(value: unknown, path: string, faults: FieldError[]): Promise<RolePerson | null> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    faults.push({ field: path, message: `${path} must be an object` });
    return null;
  }
  try {
    const read = (await pipe.transform(value, { type: 'body', metatype: RolePersonDto })) as RolePersonDto;
    return { email: read.email, name: plainLine(read.name ?? '') || null, locale: read.locale ?? null };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    for (const { field, message } of error.details ?? [])
      faults.push({ field: `${path}.${field}`, message: message.replace(field, () => `${path}.${field}`) });
    return null;
  }
}
