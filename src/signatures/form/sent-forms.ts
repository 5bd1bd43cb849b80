import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { type DocumentDigest } from '../../audit-chain/evidence-version-2.js';
import { formFieldsSha256 } from '../../audit-chain/form-fields-digest.js';
import { type FormDefinition } from '../../forms/form-definition.js';
import { readForm } from '../../forms/read-form.js';
import { leftOutOf } from '../../pdf/form-origin.js';
import { databaseTime } from '../../platform/database/database-time.js';
import { DataFormat } from '../../platform/processes/data-format.js';
import { OWN_SIGNATURE_TYPES } from '../domain/signature.state.js';
import {
  conditionOnSignature,
  documentChanged,
  formRefused,
  roleOrderContradicted,
  roleSignerUnknown,
} from '../internal/signature.errors.js';
import { type RequestKey, signersOf } from '../live-request.queries.js';
import { recipientsOf } from '../recipients/recipient.queries.js';
import { type Signature } from '../signature.entity.js';
import { SignatureAudit } from '../signature-audit.js';
import { type Signer } from '../signers/signer.entity.js';
import { signersOfRoles } from './domain/form-roles.js';
import { sendersFaults } from './domain/sender-values.js';
import { findFormRow, originIn } from './form-fields.js';
import { RequestFormRow } from './internal/request-form.entity.js';
import { RequestForms } from './request-forms.js';

/** The version of the data format that knows forms and templates. */
const FORMS_VERSION = 2;
/** The one that names the template, and so the documents, in the evidence of a request whose form was removed. */
const FORM_REMOVED_VERSION = 4;

/** What sending a request means for its form. */
@Injectable()
export class SentForms {
  constructor(
    private readonly forms: RequestForms,
    private readonly dataFormat: DataFormat,
    private readonly audit: SignatureAudit,
  ) {}

  /**
   * To be called before `tx` locks anything.
   * @returns whether the draft has a form
   * @throws AppError 400 `processes_outdated`
   */
  async prepare(tx: EntityManager, { organizationId, signatureId }: RequestKey): Promise<boolean> {
    const row = await findFormRow(tx, { organizationId, id: signatureId });
    if (row !== null) await this.dataFormat.requireUnderstood(tx, FORMS_VERSION);
    else if (await this.audit.isFromTemplate(tx, { organizationId, id: signatureId }))
      await this.dataFormat.requireUnderstood(tx, FORM_REMOVED_VERSION);
    return row !== null;
  }

  /**
   * Gives every role its signer.
   * @param isExpected - what `prepare` found
   * @param isChecked - whether the sender's values were found right before
   * @throws AppError 400 `role_signer_unknown`, `role_order_contradicted`, `value_missing`, `condition_on_signature`, or
   * `document_changed`
   */
  async assign(
    tx: EntityManager,
    draft: Signature,
    signers: readonly Signer[],
    { isExpected, isChecked = false }: { isExpected: boolean; isChecked?: boolean },
  ): Promise<void> {
    const row = await findFormRow(tx, draft);
    if ((row !== null) !== isExpected) throw documentChanged();
    if (!row) return;
    const definition = JSON.parse(row.definition!) as FormDefinition;
    if (!isChecked) await this.assertValues(tx, draft);
    if (OWN_SIGNATURE_TYPES.includes(draft.type)) assertUnconditional(definition);
    const { organizationId, signatureId } = row;
    const roleSigners = idsOf(definition, row, signers);
    await tx.update(RequestFormRow, { organizationId, signatureId }, { roleSigners, roleEmails: null });
  }

  private async assertValues(tx: EntityManager, draft: Signature): Promise<void> {
    const form = (await this.forms.of(tx, draft))!;
    const today = (await databaseTime(tx)).toISOString().slice(0, 10);
    const faults = sendersFaults(readForm(form.definition).form!, today);
    if (faults.length > 0) throw formRefused(faults);
  }

  /**
   * What the event that sends or schedules the request contains besides; nothing of a request with one document, and
   * neither a form, recipients nor a template (docs/evidence.md).
   * @param documents - those that signers read, in order
   * @param known - the request's signers, if they were just read
   */
  async facts(
    manager: EntityManager,
    request: Signature,
    documents: readonly DocumentDigest[],
    known?: readonly Signer[],
  ): Promise<Record<string, unknown>> {
    const row = await findFormRow(manager, request);
    const recipients = await recipientsOf(manager, request);
    const isPlain = !row && recipients.length === 0 && documents.length === 1;
    if (isPlain && !(await this.audit.isFromTemplate(manager, request))) return {};
    const signers = known ?? (await signersOf(manager, request));
    return {
      documents,
      ...(row && formFacts(row)),
      signers: signers.map(({ id }) => id),
      recipients: recipients.map(({ id, action }) => ({ id, action })),
    };
  }
}

function formFacts(row: RequestFormRow): Record<string, unknown> {
  const definition = JSON.parse(row.definition!) as FormDefinition;
  const leftOut = leftOutOf(originIn(row), definition);
  return {
    formSha256: row.sha256.toString('hex'),
    formFieldsSha256: formFieldsSha256(definition.fields),
    ...(leftOut.length > 0 && { formFieldsLeftOut: leftOut }),
  };
}

/** Signatures of people with certificates of their own go to places that are prepared with the first of them. */
function assertUnconditional({ fields }: FormDefinition): void {
  const at = fields.findIndex(({ kind, showIf }) => kind === 'signature' && showIf !== undefined);
  if (at >= 0) throw conditionOnSignature(`fields[${at}].showIf`);
}

function idsOf(
  definition: FormDefinition,
  { roleEmails }: RequestFormRow,
  signers: readonly Signer[],
): Record<string, number> {
  const found = signersOfRoles(definition, roleEmails ?? {}, signers);
  if ('unknown' in found) throw roleSignerUnknown(found.unknown);
  if ('contradicted' in found) throw roleOrderContradicted(found.contradicted);
  return found.ids;
}
