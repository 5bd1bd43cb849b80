import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { canonicalJson } from '../../audit-chain/canonical-json.js';
import { signingsIn } from '../../audit-chain/shown-entries.js';
import { type Signature } from '../signature.entity.js';
import { SignatureAudit } from '../signature-audit.js';
import { type Signer } from '../signers/signer.entity.js';
import { type DrawnForm } from './domain/drawn-form.js';
import { leftBy, type SettledForm, settleForm } from './domain/settled-form.js';
import { formEntries, type RequestForm, RequestForms } from './request-forms.js';

/** What was kept of a form is not what its signers signed. */
class ChangedFormError extends Error {
  override readonly name = 'ChangedFormError';
}

/** A request's form and what it holds now. */
export interface KeptForm {
  form: RequestForm;
  settled: SettledForm;
}

type FormSigner = Pick<Signer, 'id' | 'status'>;

/** Reads forms with what was signed, compared with the audit trail. */
@Injectable()
export class KeptForms {
  constructor(
    private readonly forms: RequestForms,
    private readonly audit: SignatureAudit,
  ) {}

  /**
   * Evaluates the request's form anew, and compares what each signer left with the digests that they signed.
   * @returns null without a form
   * @throws ChangedFormError
   */
  async read(
    manager: EntityManager,
    signature: Signature,
    signers: readonly FormSigner[],
  ): Promise<KeptForm | null> {
    const form = await this.forms.of(manager, signature);
    if (!form) return null;
    const signed = signers.filter(({ status }) => status === 'signed');
    const roles = new Set(signed.flatMap(({ id }) => form.roles.get(id) ?? []));
    const settled = settleForm(form.definition, form.values, roles);
    const signings = signingsIn(await this.audit.signings(manager, signature));
    for (const { id } of signed) assertSigned(id, { form, settled }, signings.get(id)?.data ?? {});
    return { form, settled };
  }
}

function assertSigned(
  signerId: number,
  { form, settled }: KeptForm,
  { form: stated, salt }: Record<string, unknown>,
): void {
  const { values, hidden } = leftBy(settled, form.roles.get(signerId));
  const entries = typeof salt === 'string' ? formEntries(values, hidden, salt) : null;
  if (!entries || stated === undefined || canonicalJson(entries) !== canonicalJson(stated))
    throw new ChangedFormError(`the form differs from what signer ${signerId} signed`);
}

/** @param pictures - PNGs by the SHA-256 of the file */
export function toDrawn(
  { form: { origin }, settled: { definition, results } }: KeptForm,
  pictures: DrawnForm['pictures'],
): DrawnForm {
  const fields = definition.fields.map(
    (field) => [field.key, { field, result: results.get(field.key)! }] as const,
  );
  return { fields: new Map(fields), origin, pictures };
}
