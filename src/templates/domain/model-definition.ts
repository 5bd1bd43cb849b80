import { type FormDefinition, type FormField } from '../../forms/form-definition.js';
import { readForm } from '../../forms/read-form.js';
import { turnOf } from '../../signatures/domain/signing-order.policy.js';
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
  if (model.form) {
    const { roles, fields } = rolesAndFields(model.form);
    const all = withOthers(roles, model);
    return { roles: all, fields, options, ...importsOf([[1, toImport(model.origin)]]) };
  }
  const orders = [...new Set(model.signers.map(({ order }) => order))].sort((a, b) => a - b);
  const signers = (model.signers.length > 0 ? model.signers : [{ order: 0 }]).map(({ order }, index) =>
    role(`signer_${index + 1}`, Math.max(0, orders.indexOf(order)) + 1, `Signer ${index + 1}`),
  );
  const counts = new Map<string, number>();
  const fields = model.fields.map((field) => toFormField(field, counts));
  const { form, faults } = readForm({ ...formOf({ roles: signers, fields: [] }), fields });
  if (faults) throw new Error(`the fields of a request are no form: ${faults[0]?.message}`);
  return { roles: withOthers(signers, model), fields: [...form.definition.fields], options };
}

const TITLES = { approve: 'Approver', view: 'Reader', copy: 'Copy' } as const;

/**
 * Adds roles for those who do not sign. All orders become consecutive, since a role without one would come first: so does a
 * recipient without an order, and a copy of the completed document comes last.
 */
function withOthers(signing: readonly TemplateRole[], model: RequestModel): TemplateRole[] {
  const { recipients, form } = model;
  if (recipients.length === 0) return [...signing];
  const turns = signing.map(({ key, order }, index) => {
    const signer = form ? model.signers.find(({ role: own }) => own === key) : model.signers[index];
    return signer ? turnOf(signer) : order;
  });
  const others = recipients.map((each) => (each.when === 'completed' ? Infinity : turnOf(each)));
  const ranks = [...new Set([...turns, ...others])].sort((a, b) => a - b);
  const rankOf = (turn: number) => ranks.indexOf(turn) + 1;
  const roles = signing.map((each, index) => ({ ...each, order: rankOf(turns[index]!) }));
  const keys = new Set(roles.map(({ key }) => key));
  for (const [index, { action }] of recipients.entries()) {
    const title = TITLES[action];
    let number = 1;
    while (keys.has(`${title.toLowerCase()}_${number}`)) number++;
    const key = `${title.toLowerCase()}_${number}`;
    keys.add(key);
    roles.push({ key, name: `${title} ${number}`, action, order: rankOf(others[index]!) });
  }
  return roles;
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
