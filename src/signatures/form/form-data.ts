import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type FormEntries } from '../../audit-chain/evidence-version-2.js';
import { signingsIn } from '../../audit-chain/shown-entries.js';
import { type FormField, type FormValue } from '../../forms/form-definition.js';
import { type PdfField } from '../../pdf/form-origin.js';
import { formNotFound } from '../internal/signature.errors.js';
import { getLiveRequest, type RequestKey, signersOf } from '../live-request.queries.js';
import { SignatureAudit } from '../signature-audit.js';
import { type Signer } from '../signers/signer.entity.js';
import { RequestForms } from './request-forms.js';

/** A value that somebody has signed. */
export interface SignedValue {
  key: string;
  kind: FormField['kind'];
  label: string;
  /** What the PDF says of an imported field; null for others. */
  pdf: PdfField | null;
  value: FormValue;
  signer: Pick<Signer, 'id' | 'email' | 'name'>;
  signedAt: Date;
  /** Salted, as in the evidence. */
  sha256: string;
}

/** The results of forms. */
@Injectable()
export class FormData {
  constructor(
    private readonly dataSource: DataSource,
    private readonly forms: RequestForms,
    private readonly audit: SignatureAudit,
  ) {}

  /**
   * The values of those who have signed, in the order of the form. Hidden and empty fields are absent.
   * @throws AppError 404 for an unknown request, or one without a form
   */
  async read(key: RequestKey): Promise<SignedValue[]> {
    const { manager } = this.dataSource;
    const request = await getLiveRequest(manager, key);
    const form = await this.forms.of(manager, request);
    if (!form) throw formNotFound();
    const signings = signingsIn(await this.audit.signings(manager, request));
    const signers = await signersOf(manager, request);
    const whose = new Map(signers.map((signer) => [form.roles.get(signer.id), signer]));
    return form.definition.fields.flatMap((field): SignedValue[] => {
      const value = form.values.get(field.key);
      const signer = whose.get(field.role);
      if (value === undefined || !signer?.signedAt) return [];
      const entries = signings.get(signer.id)?.data.form as FormEntries | undefined;
      const sha256 = entries?.values.find((each) => each.key === field.key)?.sha256;
      if (sha256 === undefined) return [];
      const { id, email, name, signedAt } = signer;
      const { kind, label } = field;
      const pdf = form.origin.fields.get(field.key) ?? null;
      const by = { signer: { id, email, name }, signedAt };
      return [{ key: field.key, kind, label, pdf, value, ...by, sha256 }];
    });
  }
}
