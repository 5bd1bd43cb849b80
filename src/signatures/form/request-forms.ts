import { hash as digest } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { canonicalJson } from '../../audit-chain/canonical-json.js';
import { type DocumentDigest, type FormEntries } from '../../audit-chain/evidence-version-2.js';
import { emailKey } from '../../common/validation/email.decorator.js';
import {
  filesIn,
  type FormDefinition,
  type FormField,
  type FormValue,
  takesFiles,
  withValue,
} from '../../forms/form-definition.js';
import { type FormOrigin, fromStored } from '../../pdf/form-origin.js';
import { SecretBox } from '../../platform/crypto/secret-box.js';
import { newSalt } from '../../platform/crypto/tokens.js';
import { documentDigests } from '../documents/request-documents.queries.js';
import { type Signature } from '../signature.entity.js';
import { type Signer } from '../signers/signer.entity.js';
import { type FileOwner, type FormFile, FormFiles, nameContext } from './form-files.js';
import { FormValueRow, RequestFormRow } from './internal/request-form.entity.js';

export { type FormFile, nameContext };

/** The form of a request, with the values of its sender and of those who have signed. */
export interface RequestForm {
  /** With the sender's values. */
  definition: FormDefinition;
  /** Of the canonical JSON of the definition without the sender's values, in lower-case hex. */
  sha256: string;
  /** The roles by signer id. Someone without one fills in nothing. */
  roles: ReadonlyMap<number, string>;
  /** Canonical values of those who have signed, by key. What was hidden or empty is absent. */
  values: ReadonlyMap<string, FormValue>;
  origin: FormOrigin;
}

/** What the event of a signature contains for a request with a form (docs/evidence.md). */
export interface SignedForm extends Record<string, unknown> {
  documents: DocumentDigest[];
  form: FormEntries;
  salt: string;
}

type Request = Pick<Signature, 'organizationId' | 'id'>;

/** Reads the forms of requests, and keeps what signers fill in. */
@Injectable()
export class RequestForms {
  constructor(
    private readonly secretBox: SecretBox,
    private readonly files: FormFiles,
  ) {}

  /**
   * @param expected - of a draft, which has no signers yet: those whom it would be sent to
   * @returns null for a request without a form, or whose contents were removed
   */
  async of(
    manager: EntityManager,
    { organizationId, id: signatureId }: Request,
    expected: readonly Pick<Signer, 'id' | 'emailKey'>[] = [],
  ): Promise<RequestForm | null> {
    const row = await manager.findOneBy(RequestFormRow, { organizationId, signatureId });
    if (row === null || row.definition === null) return null;
    const kept = await manager.findBy(FormValueRow, { organizationId, signatureId });
    const opened = (origin: FormValueRow['origin']) =>
      new Map(kept.filter((each) => each.origin === origin).map((each) => [each.fieldKey, this.open(each)]));
    const definition = JSON.parse(row.definition) as FormDefinition;
    return {
      definition: withValues(definition, opened('sender')),
      sha256: row.sha256.toString('hex'),
      roles: rolesOf(row, expected),
      values: opened('signer'),
      origin: fromStored(row, row.documentReplaced),
    };
  }

  /**
   * Keeps what a signer signs, encrypted, and of their files those that they sign. The caller holds the request's lock.
   * @param values - canonical values of the shown fields of the signer's role, computed ones included
   * @param hidden - keys of the role's fields that a condition hides
   * @returns what the event `signed` must contain
   */
  async keep(
    tx: EntityManager,
    signature: Request,
    signerId: number,
    values: ReadonlyMap<string, FormValue>,
    hidden: readonly string[],
  ): Promise<SignedForm> {
    const { organizationId, id: signatureId } = signature;
    const origin = 'signer' as const;
    const rows = [...values].map(([fieldKey, value]) => {
      const place = { organizationId, signatureId, fieldKey, origin };
      return { ...place, signerId, sealed: this.seal(place, value) };
    });
    await tx.insert(FormValueRow, rows);
    await this.files.keepSigned(tx, { organizationId, signatureId, id: signerId }, values);
    const salt = newSalt();
    const documents = await documentDigests(tx, signature);
    return { documents, form: formEntries(values, hidden, salt), salt };
  }

  /** The files that a signer has given into the form so far, in their order; none without a form. */
  async filesOf(manager: EntityManager, form: RequestForm | null, signer: FileOwner): Promise<FormFile[]> {
    return form?.definition.fields.some(takesFiles) ? this.files.ofSigner(manager, signer) : [];
  }

  /** Replaces the sender's values of a draft's form. @param isNew - whether there cannot be any yet */
  async keepSenders(
    tx: EntityManager,
    { organizationId, id: signatureId }: Request,
    fields: readonly FormField[],
    { isNew = false } = {},
  ): Promise<void> {
    const origin = 'sender' as const;
    if (!isNew) await tx.delete(FormValueRow, { organizationId, signatureId, origin });
    const rows = fields.flatMap((field) => {
      if (!('value' in field) || field.value === undefined) return [];
      const place = { organizationId, signatureId, fieldKey: field.key, origin };
      return [{ ...place, sealed: this.seal(place, field.value) }];
    });
    await tx.insert(FormValueRow, rows);
  }

  private seal(place: Pick<FormValueRow, 'signatureId' | 'origin' | 'fieldKey'>, value: FormValue): Buffer {
    const { signatureId, origin, fieldKey } = place;
    return this.secretBox.seal(
      Buffer.from(canonicalJson(value)),
      valueContext(signatureId, origin, fieldKey),
    );
  }

  private open({ signatureId, origin, fieldKey, sealed }: FormValueRow): FormValue {
    const plain = this.secretBox.open(sealed, valueContext(signatureId, origin, fieldKey));
    return JSON.parse(plain.toString()) as FormValue;
  }
}

export const valueContext = (signatureId: number, origin: FormValueRow['origin'], fieldKey: string) =>
  `form-value:${signatureId}:${origin}:${fieldKey}`;

/** SHA-256 of the canonical JSON of the definition without the sender's values. */
export function digestOf(definition: FormDefinition): { json: string; sha256: Buffer } {
  const json = canonicalJson(withValues(definition, null));
  return { json, sha256: digest('sha256', json, 'buffer') };
}

/** What the evidence says about the entries of a signer: each value by its salted digest. */
export function formEntries(
  values: ReadonlyMap<string, FormValue>,
  hidden: readonly string[],
  salt: string,
): FormEntries {
  const sorted = [...values].sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    values: sorted.map(([key, value]) => ({
      key,
      sha256: digest('sha256', canonicalJson({ key, salt, value })),
    })),
    hidden: [...hidden].sort(),
    attachments: sorted.flatMap(([key, value]) =>
      filesIn(value).map(({ sha256, bytes, type }) => ({ key, sha256, bytes, type })),
    ),
  };
}

/** @param values - of the sender; null to take them all away */
function withValues(
  definition: FormDefinition,
  values: ReadonlyMap<string, FormValue> | null,
): FormDefinition {
  const fields = definition.fields.map((field) =>
    values === null || values.has(field.key) ? withValue(field, values?.get(field.key) ?? null) : field,
  );
  return { ...definition, fields };
}

function rolesOf(
  { roleSigners, roleEmails }: RequestFormRow,
  expected: readonly Pick<Signer, 'id' | 'emailKey'>[],
): Map<number, string> {
  if (roleSigners) return new Map(Object.entries(roleSigners).map(([role, id]) => [id, role]));
  const ids = new Map(expected.map(({ id, emailKey }) => [emailKey, id]));
  const known = Object.entries(roleEmails ?? {}).flatMap(([role, email]): [number, string][] => {
    const id = ids.get(emailKey(email));
    return id === undefined ? [] : [[id, role]];
  });
  return new Map(known);
}
