import { type FormDefinition, type FormField } from '../../forms/form-definition.js';
import { readForm } from '../../forms/read-form.js';
import { type ModelField, type RequestModel } from '../../signatures/request-models.js';
import { importsOf, toImport } from './imported-documents.js';
import { DEFAULT_OPTIONS, formOf, type TemplateDefinition, type TemplateRole } from './template-content.js';

/** A definition like a request: its signers become roles, and its fields those of a form. */
export function modelDefinition(model: RequestModel): TemplateDefinition {
  const { type, subject, messageContent, requireVerification, remindEvery, allowHandOver } = model;
  const options = {
    ...DEFAULT_OPTIONS,
    ...{ type, subject, messageContent, requireVerification, remindEvery, allowHandOver },
  };
  if (model.form)
    return { ...rolesAndFields(model.form), options, ...importsOf([[1, toImport(model.origin)]]) };
  const orders = [...new Set(model.signers.map(({ order }) => order))].sort((a, b) => a - b);
  const roles = (model.signers.length > 0 ? model.signers : [{ order: 0 }]).map(({ order }, index) =>
    role(`signer_${index + 1}`, Math.max(0, orders.indexOf(order)) + 1, `Signer ${index + 1}`),
  );
  const counts = new Map<string, number>();
  const fields = model.fields.map((field) => toFormField(field, counts));
  const { form, faults } = readForm({ ...formOf({ roles, fields: [] }), fields });
  if (faults) throw new Error(`the fields of a request are no form: ${faults[0]?.message}`);
  return { roles, fields: [...form.definition.fields], options };
}

const rolesAndFields = ({ roles, fields }: FormDefinition) => ({
  roles: roles.map(({ key, order }) => role(key, order, key)),
  fields: [...fields],
});

const role = (key: string, order: number, name: string): TemplateRole => ({
  key,
  name,
  action: 'sign',
  order,
});

/** Kinds that have `required`. */
const ENTERED: readonly FormField['kind'][] = ['initials', 'text', 'checkbox'];

function toFormField(
  { kind, page, box, label, required, signer }: ModelField,
  counts: Map<string, number>,
): object {
  const count = (counts.get(kind) ?? 0) + 1;
  counts.set(kind, count);
  return {
    ...{ key: `${kind}_${count}`, kind, label, role: `signer_${signer + 1}` },
    ...(ENTERED.includes(kind) && { required }),
    places: [{ document: 1, page, ...box }],
  };
}
