import { type Statement } from '../../platform/templates/statement.js';
import { type TemplateDefinition } from '../../templates/domain/template-content.js';
import { type TemplateFault } from '../../templates/domain/template-fault.js';

/** What keeps a template from being published, with the step that mends it. */
export interface ToldFault {
  step: 'document' | 'roles' | 'fields';
  says: Statement;
}

/** Codes of faults with places of fields. */
const OF_PLACES = [
  'template_document_missing',
  'place_outside_page',
  'fields_overlap',
  'document_signed_no_fields',
  'document_signed_redrawn',
];

/** The faults in words that name fields and roles as members know them. Each is told once. */
export function toldFaults(
  { roles, fields }: Pick<TemplateDefinition, 'roles' | 'fields'>,
  faults: readonly TemplateFault[],
): ToldFault[] {
  const told = faults.map(({ code, field: path }): ToldFault => {
    const field = fields[indexIn(path, 'fields')];
    const role = roles[indexIn(path, 'roles')];
    const named = field && fieldName(field);
    if (code === 'template_empty')
      return path === 'documents' ? says('document', 'noDocument') : says('roles', 'noSigner');
    if (code === 'template_not_sendable') {
      if (path === 'documents') return says('document', 'manyDocuments');
      return role ? says('roles', 'action', { role: role.name }) : says('roles', 'selfSigned');
    }
    return named === undefined ? says('fields', 'other') : says('fields', code, { field: named });
  });
  return told.filter((fault, index) => told.findIndex((other) => isSame(other, fault)) === index);
}

/** The names of fields that do not fit the documents, each once. */
export function misfits(
  { fields }: Pick<TemplateDefinition, 'fields'>,
  faults: readonly TemplateFault[],
): string[] {
  const found = faults
    .filter(({ code }) => OF_PLACES.includes(code))
    .flatMap(({ field }) => fields[indexIn(field, 'fields')] ?? []);
  return [...new Set(found.map(fieldName))];
}

/** What members call a field. */
export const fieldName = ({ label, key }: { label: string; key: string }) => label || key;

const says = (step: ToldFault['step'], fault: string, values?: Statement['values']): ToldFault => ({
  step,
  says: { key: `dashboard.templates.faults.${fault}`, ...(values && { values }) },
});

/** The index in `fields[3].places[0]`; -1 for another path. */
const indexIn = (path: string, list: 'fields' | 'roles') =>
  Number(new RegExp(`^${list}\\[(\\d+)\\]`).exec(path)?.[1] ?? -1);

const isSame = (one: ToldFault, other: ToldFault) => JSON.stringify(one) === JSON.stringify(other);
