import { type FieldPlace, type FormField } from '../../forms/form-definition.js';
import {
  findOverlaps,
  isWithin,
  MOST_SIGNED_PLACES,
  type ShownSize,
  SIGNED_KINDS,
} from '../../pdf/document-field.js';
import { refusal } from '../../pdf/document-inspection.js';
import { canBeHandedOver, hasOwnSignatures, type TemplateDefinition } from './template-content.js';
import { MAX_REPORTED, type TemplateFault } from './template-fault.js';

/** What counts of a document for placing fields. */
export interface PlacedDocument {
  n: number;
  pageSizes: readonly ShownSize[];
  carriesSignatures: boolean;
  isRedrawn: boolean | null;
}

interface NamedPlace extends FieldPlace {
  name: string;
  key: string;
  kind: FormField['kind'];
}

/**
 * Everything that keeps a template from being published, up to MAX_REPORTED. The fields are in their normal form.
 * @param documents - in the order of their numbers
 */
export function publishingFaults(
  { roles, fields, options }: TemplateDefinition,
  documents: readonly PlacedDocument[],
): TemplateFault[] {
  const faults: TemplateFault[] = [];
  const fault = (code: string, field: string, message: string) => faults.push({ code, field, message });
  if (documents.length === 0)
    fault('template_empty', 'documents', 'documents is empty: upload a document first');
  if (!roles.some(({ action }) => action === 'sign'))
    fault('template_empty', 'roles', "roles has nobody whose action is 'sign'");
  if (documents.length > 1)
    fault(
      'template_not_sendable',
      'documents',
      `documents has ${documents.length} entries, but this release sends one document only`,
    );
  if (options.type === 'self_signed' && roles.filter(({ action }) => action === 'sign').length > 1)
    fault(
      'template_not_sendable',
      'options.type',
      'options.type is self_signed, which has exactly one signer',
    );
  if (options.allowHandOver && !canBeHandedOver(options))
    fault(
      'template_not_sendable',
      'options.allowHandOver',
      `options.allowHandOver is true, but requests of type ${options.type} cannot be handed over`,
    );
  const conditional = hasOwnSignatures(options) ? conditionFaults(fields, options) : [];
  return [...faults, ...conditional, ...placeFaults(fields, documents), ...actionFaults(fields, roles)].slice(
    0,
    MAX_REPORTED,
  );
}

/** Signatures of people with certificates of their own go to places that are prepared with the first of them. */
function conditionFaults(
  fields: readonly FormField[],
  { type }: TemplateDefinition['options'],
): TemplateFault[] {
  return fields.flatMap(({ kind, showIf }, index) => {
    if (kind !== 'signature' || showIf === undefined) return [];
    const field = `fields[${index}].showIf`;
    const message = `${field} hides a signature, but in requests of type ${type} every place is prepared before anyone signs`;
    return [{ code: 'condition_on_signature', field, message }];
  });
}

/** The fields that do not fit the documents. */
export function placeFaults(
  fields: readonly FormField[],
  documents: readonly PlacedDocument[],
): TemplateFault[] {
  const places = fields.flatMap((field, index) =>
    field.places.map((place, at): NamedPlace => ({
      ...place,
      ...{ name: `fields[${index}].places[${at}]`, key: field.key, kind: field.kind },
    })),
  );
  const known = new Map(documents.map((document) => [document.n, document]));
  return [
    ...places.flatMap((place) => faultOf(place, known.get(place.document))),
    ...documents.flatMap((document) => {
      const own = places.filter((place) => place.document === document.n);
      return [
        ...overlapsOf(own),
        ...(document.isRedrawn ? redrawnFaults(own) : document.carriesSignatures ? signedFaults(own) : []),
      ];
    }),
  ];
}

function faultOf(place: NamedPlace, document: PlacedDocument | undefined): TemplateFault[] {
  const { name, page } = place;
  if (!document) {
    const message = `${name}.document is ${place.document}, but the template has no such document`;
    return [{ code: 'template_document_missing', field: `${name}.document`, message }];
  }
  const size = document.pageSizes[page - 1];
  const code = 'place_outside_page';
  if (!size) {
    const message = `${name}.page is ${page}, but the document has ${countOf(document.pageSizes.length)}`;
    return [{ code, field: `${name}.page`, message }];
  }
  if (isWithin(place, size)) return [];
  const ends = `${rounded(place.x + place.width)} × ${rounded(place.y + place.height)}`;
  const message = `${name} ends at ${ends} points, but page ${page} measures ${size.map(rounded).join(' × ')}`;
  return [{ code, field: name, message }];
}

function overlapsOf(places: readonly NamedPlace[]): TemplateFault[] {
  return findOverlaps(places, MAX_REPORTED).map((found) => {
    const [earlier, later] = [places[found[0]]!, places[found[1]]!];
    const message = `${later.name} overlaps ${earlier.name} on page ${later.page}`;
    return { code: 'fields_overlap', field: later.name, message };
  });
}

/** Programs may show nothing in places on such a document. */
function redrawnFaults(places: readonly NamedPlace[]): TemplateFault[] {
  const { code, message } = refusal('document_signed_redrawn');
  return places.map(({ name }) => ({ code, field: name, message: `${name} cannot be placed. ${message}` }));
}

function signedFaults(places: readonly NamedPlace[]): TemplateFault[] {
  const code = 'document_signed_no_fields';
  const signed: readonly string[] = SIGNED_KINDS;
  const others = places.filter(({ kind }) => !signed.includes(kind));
  const why = 'but the document carries signatures, which only further signatures keep valid';
  if (others.length > 0)
    return others.map(({ name, kind }) => ({
      code,
      field: name,
      message: `${name} is of kind '${kind}', ${why}`,
    }));
  if (places.length <= MOST_SIGNED_PLACES) return [];
  return [
    {
      code,
      field: 'fields',
      message: `fields has ${places.length} places, ${why}: at most ${MOST_SIGNED_PLACES}`,
    },
  ];
}

/** Only those who sign fill in fields. */
function actionFaults(fields: readonly FormField[], roles: TemplateDefinition['roles']): TemplateFault[] {
  const actions = new Map(roles.map(({ key, action }) => [key, action]));
  return fields.flatMap(({ role }, index) => {
    const action = role === undefined ? 'sign' : actions.get(role);
    if (action === 'sign') return [];
    const field = `fields[${index}].role`;
    const message = `${field} is '${role}', whose action is '${action}', but only those who sign fill in fields`;
    return [{ code: 'role_without_fields', field, message }];
  });
}

const rounded = (points: number) => Number(points.toFixed(2));
const countOf = (pages: number) => (pages === 1 ? '1 page' : `${pages} pages`);
