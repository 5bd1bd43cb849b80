import { type FormField } from '../../forms/form-definition.js';
import { type TemplateDefinition } from '../../templates/domain/template-content.js';

type Fields = Pick<TemplateDefinition, 'fields'>;

const isOnFirst = ({ places }: FormField) => places.every(({ document }) => document === 1);

/** The fields that the dashboard edits: those without a place on a further document, which only the API can place. */
export const fieldsOnFirst = ({ fields }: Fields): FormField[] => fields.filter(isOnFirst);

/** The others, which it leaves as they are. */
export const fieldsBeyond = ({ fields }: Fields): FormField[] => fields.filter((field) => !isOnFirst(field));
