import { type EntityManager, IsNull } from 'typeorm';
import { emailKey } from '../../common/validation/email.decorator.js';
import { type FormDefinition } from '../../forms/form-definition.js';
import { findOverlap } from '../../pdf/document-field.js';
import { type FormOrigin, fromStored, NO_ORIGIN } from '../../pdf/form-origin.js';
import { type DocumentLayout } from '../../pdf/pdf-results.js';
import { DocumentField } from '../documents/document-field.entity.js';
import { assertSigned, fieldsOverlap } from '../domain/field-placement.js';
import { fieldsInForm, fieldsLost, formAlreadySet, formRefused } from '../internal/signature.errors.js';
import { type Signature } from '../signature.entity.js';
import { placeFaults, placesOf } from './domain/form-places.js';
import { RequestFormRow } from './internal/request-form.entity.js';

type Draft = Pick<Signature, 'organizationId' | 'id'>;
type Pages = Pick<DocumentLayout, 'pageSizes' | 'carriesSignatures' | 'isRedrawn'>;

/** The row of the request's form; null without one. */
export const findFormRow = (
  manager: EntityManager,
  { organizationId, id: signatureId }: Draft,
): Promise<RequestFormRow | null> => manager.findOneBy(RequestFormRow, { organizationId, signatureId });

/** @throws AppError 400 `form_already_set` */
export async function assertNoForm(tx: EntityManager, draft: Draft): Promise<void> {
  if (await findFormRow(tx, draft)) throw fieldsInForm();
}

/** Takes the form away, with its fields and values. @returns whether there was one */
export async function removeForm(tx: EntityManager, draft: Draft): Promise<boolean> {
  const row = await findFormRow(tx, draft);
  if (!row) return false;
  const { organizationId, signatureId } = row;
  await tx.delete(DocumentField, { organizationId, signatureId, document: 1 });
  await tx.delete(RequestFormRow, { organizationId, signatureId });
  return true;
}

/** Removes the fields that were placed on the first document without a form; text tags stay. */
export async function removePlacedFields(
  tx: EntityManager,
  { organizationId, id: signatureId }: Draft,
): Promise<void> {
  const placed = { organizationId, signatureId, document: 1, fieldKey: IsNull(), signerNumber: IsNull() };
  await tx.delete(DocumentField, placed);
}

/** The PDF form that the request's form was imported from. */
export const originIn = (row: RequestFormRow | null): FormOrigin =>
  row ? fromStored(row, row.documentReplaced) : NO_ORIGIN;

/**
 * Deletes the fields of the first document when it is replaced, but for those of a form, which have to fit the new one.
 * @param own - how many fields the new document brings, as text tags or placed with it
 * @throws AppError 400 `form_already_set`, or naming the places that do not fit
 */
export async function deleteFields(
  tx: EntityManager,
  draft: Draft,
  pages: Pages,
  own: { tags: number; placed: number },
): Promise<void> {
  const { organizationId, id: signatureId } = draft;
  const row = await findFormRow(tx, draft);
  if (row) {
    if (own.tags > 0)
      throw formAlreadySet('The document has text tags, but the request has a form: delete the form first');
    if (own.placed > 0) throw fieldsInForm();
    assertFits(JSON.parse(row.definition!) as FormDefinition, pages);
    await tx.update(RequestFormRow, { organizationId, signatureId }, { documentReplaced: true });
  }
  await tx.delete(DocumentField, { organizationId, signatureId, document: 1, fieldKey: IsNull() });
}

/** @throws AppError 400 naming every place off its page, the first that overlaps another, or what a signed document forbids */
export function assertFits(definition: FormDefinition, { pageSizes, ...signed }: Pages): void {
  const faults = placeFaults(definition, pageSizes);
  if (faults.length > 0) throw formRefused(faults);
  const places = placesOf(definition);
  assertSigned(places, signed);
  const overlap = findOverlap(places.map(({ box, page }) => ({ ...box, page })));
  if (!overlap) return;
  const [earlier, later] = [places[overlap[0]]!, places[overlap[1]]!];
  throw fieldsOverlap(later.name, earlier.name, later.page);
}

/** Replaces the rows of a form's places. @param emails - by role @param isNew - whether there cannot be any yet */
export async function placeForm(
  tx: EntityManager,
  { organizationId, id: signatureId }: Draft,
  definition: FormDefinition,
  emails: Readonly<Record<string, string>>,
  { isNew = false } = {},
): Promise<void> {
  if (!isNew) await tx.delete(DocumentField, { organizationId, signatureId, document: 1 });
  await tx.insert(
    DocumentField,
    placesOf(definition).map(({ kind, fieldKey, option, page, box, label, required, role }) => ({
      ...{ organizationId, signatureId, kind, fieldKey, option, page, box, label, required },
      signerEmail: role === null ? null : emails[role]!,
    })),
  );
}

/**
 * Gives the roles of a draft's form their signers' present addresses. Those of removed signers stay without one until
 * the form or the signers are changed.
 * @param moves - present addresses, by the previous address keys
 * @throws AppError 400 `fields_lost` for a removed signer who must not be
 */
export async function readdressForm(
  tx: EntityManager,
  draft: Draft,
  moves: ReadonlyMap<string, string>,
  { mayDelete }: { mayDelete: boolean },
): Promise<void> {
  const row = await findFormRow(tx, draft);
  if (!row) return;
  const entries = Object.entries(row.roleEmails ?? {});
  if (!mayDelete && entries.some(([, email]) => !moves.has(emailKey(email)))) throw fieldsLost();
  const roleEmails = Object.fromEntries(
    entries.map(([role, email]) => [role, moves.get(emailKey(email)) ?? email]),
  );
  const { organizationId, signatureId } = row;
  await tx.update(RequestFormRow, { organizationId, signatureId }, { roleEmails });
}
