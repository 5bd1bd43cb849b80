import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { type Caller } from '../../auth/principal.js';
import { type FormDefinition } from '../../forms/form-definition.js';
import { type FormFault } from '../../forms/form-fault.js';
import { prefillForm } from '../../forms/prefill-form.js';
import { readForm } from '../../forms/read-form.js';
import { type FormOrigin, toStored } from '../../pdf/form-origin.js';
import { TextFonts } from '../../pdf/text-fonts.js';
import { databaseTime } from '../../platform/database/database-time.js';
import { Transactions } from '../../platform/database/transactions.js';
import { DEFAULT_LOCALE } from '../../platform/templates/locales.js';
import { fieldsOf } from '../documents/document-fields.js';
import { assertDrawable } from '../documents/internal/assert-drawable.js';
import { carriesSignatures, isRedrawn } from '../documents/signature-document.entity.js';
import { findDocument } from '../documents/signature-document.queries.js';
import { MemberActions } from '../internal/member-actions.js';
import { documentNotFound, formAlreadySet, formNotFound, formRefused } from '../internal/signature.errors.js';
import { getDraft, getLiveRequest, type RequestKey, signersOf } from '../live-request.queries.js';
import { Signature } from '../signature.entity.js';
import { readRoleEmails, type RoleEmails } from './domain/form-roles.js';
import { textsOf } from './domain/form-texts.js';
import { hiddenValues } from './domain/sender-values.js';
import {
  assertFits,
  findFormRow,
  originIn,
  placeForm,
  removeForm,
  removePlacedFields,
} from './form-fields.js';
import { FormMeasures } from './form-measures.js';
import { FormValueRow, RequestFormRow } from './internal/request-form.entity.js';
import { digestOf, RequestForms } from './request-forms.js';

/** A form as its sender sees it. */
export interface SendersForm {
  /** With the sender's values. */
  definition: FormDefinition;
  /** Of the canonical JSON of the definition without the sender's values, in lower-case hex. */
  sha256: string;
  /** The present address of each role's signer. */
  signers: RoleEmails;
  origin: FormOrigin;
}

/** A form as it was sent to the service. */
export interface GivenForm {
  roles: unknown;
  fields: unknown;
  /** Addresses by role. */
  signers: unknown;
  /** The PDF form that it was imported from; by default that of the form that it replaces. */
  origin?: FormOrigin;
}

/** A form without faults, for the signers' addresses. */
interface CheckedForm {
  definition: FormDefinition;
  emails: RoleEmails;
  /** Undefined for that of the form that it replaces. */
  origin: FormOrigin | undefined;
}

/** What belongs to the same transaction, and who said so. */
interface Defining {
  /** Saved by the page while somebody edits the form, and not because they said so. */
  isQuiet: boolean;
  /** By the editor: placed fields become those of the form. */
  isEdited: boolean;
  before: (tx: EntityManager, key: RequestKey) => Promise<void>;
  after: (tx: EntityManager, key: RequestKey) => Promise<void>;
}

/** The forms of drafts: defined, filled in by the sender, and taken away. */
@Injectable()
export class DraftForms {
  constructor(
    private readonly dataSource: DataSource,
    private readonly transactions: Transactions,
    private readonly forms: RequestForms,
    private readonly fonts: TextFonts,
    private readonly actions: MemberActions,
    private readonly measures: FormMeasures,
  ) {}

  /** The form of a request, also once it was sent. @throws AppError 404 */
  async read(key: RequestKey): Promise<SendersForm> {
    const form = await this.find(await getLiveRequest(this.dataSource.manager, key));
    if (!form) throw formNotFound();
    return form;
  }

  /** The form of a request, also once it was sent; null if it has none. */
  find(request: Signature): Promise<SendersForm | null> {
    return this.shown(this.dataSource.manager, request);
  }

  /**
   * Replaces the draft's form and the sender's values. Fields of an import that stay keep what the PDF calls them.
   * @throws AppError 400 naming everything that is wrong with it; `form_already_set` if the document has fields of its own;
   * 404 without an uploaded document
   */
  async define(
    caller: Caller,
    signatureId: number,
    given: GivenForm,
    placing: Partial<Defining> = {},
  ): Promise<SendersForm> {
    const checked = this.check(given);
    return this.change(caller, signatureId, placing, async (tx, draft) => {
      if (placing.isEdited) await removePlacedFields(tx, draft);
      return this.replace(tx, draft, checked);
    });
  }

  /** `define` in a transaction that has locked the draft. @throws AppError as `define` */
  async replace(
    tx: EntityManager,
    draft: Signature,
    { definition, emails, origin }: CheckedForm,
  ): Promise<SendersForm> {
    const document = await findDocument(tx, draft, 'presented');
    if (!document?.pageSizes) throw documentNotFound();
    const others = (await fieldsOf(tx, draft)).filter(({ fieldKey }) => fieldKey === null);
    if (others.length > 0)
      throw formAlreadySet(
        'The document has fields of its own or text tags: remove the fields, or upload a document without tags',
      );
    assertFits(definition, {
      pageSizes: document.pageSizes,
      carriesSignatures: carriesSignatures(document),
      isRedrawn: isRedrawn(document),
    });
    const hidden = hiddenValues(
      readForm(definition).form!,
      await dayIn(tx),
      (_, at) => `fields[${at}].value`,
    );
    if (hidden.length > 0) throw formRefused(hidden);
    const { json, sha256 } = digestOf(definition);
    const { organizationId, id } = draft;
    const from = origin ?? originIn(await findFormRow(tx, draft));
    const row = {
      ...{ organizationId, signatureId: id, definition: json, sha256, roleEmails: emails },
      ...toStored(from),
      documentReplaced: from.isReplaced,
    };
    await tx.delete(FormValueRow, { organizationId, signatureId: id });
    await tx.upsert(RequestFormRow, row, ['organizationId', 'signatureId']);
    await this.forms.keepSenders(tx, draft, definition.fields);
    await placeForm(tx, draft, definition, emails);
    return (await this.shown(tx, draft))!;
  }

  /**
   * Fills in values of the sender, beside those that are there: null takes one away.
   * @param values - by key
   * @throws AppError 400 naming everything that is wrong with them; 404 without a form
   */
  async fill(
    caller: Caller,
    signatureId: number,
    values: Readonly<Record<string, unknown>>,
  ): Promise<SendersForm> {
    const { organizationId } = caller;
    const { manager } = this.dataSource;
    const before = await this.filled(
      manager,
      await getDraft(manager, { organizationId, signatureId }),
      values,
    );
    // It may take a process its time, so it happens before the draft is locked.
    await this.measures.assertSendersFit(organizationId, before, DEFAULT_LOCALE, { values: true });
    return this.change(caller, signatureId, {}, async (tx, draft) => {
      const definition = await this.filled(tx, draft, values);
      await this.forms.keepSenders(tx, draft, definition.fields);
      return (await this.shown(tx, draft))!;
    });
  }

  private async filled(
    manager: EntityManager,
    draft: Signature,
    values: Readonly<Record<string, unknown>>,
  ): Promise<FormDefinition> {
    const kept = await this.forms.of(manager, draft);
    if (!kept) throw formNotFound();
    const { form } = readForm(kept.definition);
    const today = await dayIn(manager);
    const filled = prefillForm(form!, values, today);
    const faults = filled.form ? hiddenValues(filled.form, today) : filled.faults;
    if (faults.length > 0) throw formRefused(faults);
    const { definition } = filled.form!;
    assertDrawable(this.fonts, textsOf(definition));
    return definition;
  }

  /** Takes the form away, with its fields and values. @throws AppError 404 without one */
  async remove(caller: Caller, signatureId: number): Promise<void> {
    await this.change(caller, signatureId, {}, async (tx, draft) => {
      if (!(await removeForm(tx, draft))) throw formNotFound();
    });
  }

  /** @throws AppError 400 naming everything that is wrong with it */
  check({ roles, fields, signers, origin }: GivenForm): CheckedForm {
    const { form, faults } = readForm({ roles, fields });
    if (!form) throw formRefused(faults);
    const { definition } = form;
    const read = readRoleEmails(definition, signers);
    const all: readonly FormFault[] = read.faults;
    if (all.length > 0) throw formRefused(all);
    assertDrawable(this.fonts, textsOf(definition));
    return { definition, emails: read.emails, origin };
  }

  private change<Result>(
    caller: Caller,
    signatureId: number,
    { isQuiet = false, before, after }: Partial<Defining>,
    work: (tx: EntityManager, draft: Signature) => Promise<Result>,
  ): Promise<Result> {
    const { organizationId } = caller;
    const key = { organizationId, signatureId };
    const changed = async (tx: EntityManager) => {
      await before?.(tx, key);
      const draft = await getDraft(tx, key, { lock: true });
      const result = await work(tx, draft);
      await tx.update(Signature, { id: signatureId, organizationId }, { updatedAt: () => 'app_now()' });
      await after?.(tx, key);
      return result;
    };
    return this.actions.recorded(
      caller,
      () => this.transactions.run(changed),
      () => ({ type: 'fields_placed', signatureId, isHourly: isQuiet }),
    );
  }

  private async shown(manager: EntityManager, request: Signature): Promise<SendersForm | null> {
    const form = await this.forms.of(manager, request);
    if (!form) return null;
    const { definition, sha256, origin } = form;
    const { roleEmails } = (await findFormRow(manager, request))!;
    if (roleEmails) return { definition, sha256, origin, signers: roleEmails };
    const signers = (await signersOf(manager, request)).flatMap(({ id, email }): [string, string][] => {
      const role = form.roles.get(id);
      return role === undefined ? [] : [[role, email]];
    });
    return { definition, sha256, origin, signers: Object.fromEntries(signers) };
  }
}

/** Today in UTC, as `YYYY-MM-DD`. */
const dayIn = async (manager: EntityManager) => (await databaseTime(manager)).toISOString().slice(0, 10);
