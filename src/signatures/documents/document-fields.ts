import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager, IsNull } from 'typeorm';
import { type Caller } from '../../auth/principal.js';
import { emailKey } from '../../common/validation/email.decorator.js';
import { type DocumentLayout } from '../../pdf/pdf-results.js';
import { Transactions } from '../../platform/database/transactions.js';
import {
  assertApart,
  assertSigned,
  boxesOf,
  type FieldPlacement,
  placedBox,
  tagBox,
} from '../domain/field-placement.js';
import { assertNoForm, deleteFields, readdressForm, removeForm } from '../form/form-fields.js';
import { MemberActions } from '../internal/member-actions.js';
import { documentNotFound, fieldSignerUnknown, fieldsLost } from '../internal/signature.errors.js';
import { getDraft, getLiveRequest, type RequestKey } from '../live-request.queries.js';
import { Signature } from '../signature.entity.js';
import { type Signer } from '../signers/signer.entity.js';
import {
  DocumentField,
  isForEveryone,
  isPlain,
  onDocument,
  type PlainField,
} from './document-field.entity.js';
import { MAX_TOTAL_FIELDS } from './domain/document-set.js';
import { tooManyFields } from './internal/document.errors.js';
import { assignFields } from './internal/document-field.queries.js';
import { findFile, findRequestDocument } from './request-documents.queries.js';
import { carriesSignatures, isRedrawn } from './signature-document.entity.js';

/** What belongs to the same transaction, and whether the member said so or only the page. */
interface Placing {
  /** Number of the document, from 1. */
  n: number;
  isQuiet: boolean;
  /** A form of the request is taken away. */
  replacesForm: boolean;
  before: (tx: EntityManager, key: RequestKey) => Promise<void>;
  after: (tx: EntityManager, key: RequestKey) => Promise<void>;
}

/** The fields on a draft's documents: placed by the sender, or found as text tags. */
@Injectable()
export class DocumentFields {
  constructor(
    private readonly dataSource: DataSource,
    private readonly transactions: Transactions,
    private readonly actions: MemberActions,
  ) {}

  /** Those of no form. @param n - number of the document, from 1 @throws AppError 404 */
  async list(key: RequestKey, n = 1): Promise<PlainField[]> {
    const { manager } = this.dataSource;
    const request = await getLiveRequest(manager, key);
    if (!(await findRequestDocument(manager, request, n))) throw documentNotFound();
    return onDocument(await fieldsOf(manager, request), n).filter(isPlain);
  }

  /**
   * Replaces the fields placed on a document before, the first by default; text tags stay.
   * @throws AppError 400 for fields that are off their page, overlap, or are not allowed on a signed document, or a
   * request that is not a draft or has a form; 404
   */
  place(
    caller: Caller,
    signatureId: number,
    placements: FieldPlacement[],
    { n = 1, isQuiet = false, replacesForm = false, before, after }: Partial<Placing> = {},
  ): Promise<PlainField[]> {
    const key = { organizationId: caller.organizationId, signatureId };
    const work = async (tx: EntityManager) => {
      await before?.(tx, key);
      if (replacesForm) await removeForm(tx, await getDraft(tx, key, { lock: true }));
      const placed = await this.placeIn(tx, key, n, placements);
      await after?.(tx, key);
      return placed;
    };
    return this.actions.recorded(
      caller,
      () => this.transactions.run(work),
      () => ({ type: 'fields_placed', signatureId, isHourly: isQuiet }),
    );
  }

  /**
   * Replaces the fields of the earlier document with the new one's tags and placed fields.
   * @param n - number of the document, from 1
   * @throws AppError 400 as `place`, and for a form that does not fit the new document
   */
  async begin(
    tx: EntityManager,
    draft: Signature,
    { tags, ...layout }: DocumentLayout,
    placed: FieldPlacement[],
    n = 1,
  ): Promise<void> {
    const { id: signatureId, organizationId } = draft;
    if (n === 1) await deleteFields(tx, draft, layout, { tags: tags.length, placed: placed.length });
    else {
      if (tags.length + placed.length > 0) await assertNoForm(tx, draft);
      await tx.delete(DocumentField, { organizationId, signatureId, document: n });
    }
    assertApart(tags.map(({ box, page, kind, signer }) => tagBox(box, page, kind, signer)));
    await tx.insert(
      DocumentField,
      tags.map(({ kind, signer, page, box, tagBox, label }) => ({
        organizationId,
        signatureId,
        signerNumber: signer,
        kind,
        document: n,
        page,
        box,
        tagBox,
        label,
        required: kind !== 'checkbox',
      })),
    );
    if (placed.length > 0 || tags.length > 0) await this.replacePlaced(tx, draft, { ...layout, n }, placed);
  }

  /** Assigns every field to its signer. @throws AppError 400 `field_signer_unknown` */
  async assign(tx: EntityManager, fields: DocumentField[], signers: Signer[]): Promise<void> {
    const assigned = fields
      .filter((each) => !isForEveryone(each))
      .map((field) => {
        const signer = signerFor(field, signers);
        if (!signer) throw signerUnknown(field, signers);
        return { id: field.id, organizationId: field.organizationId, signerId: signer.id };
      });
    const [first] = assigned;
    if (!first) return;
    await assignFields(tx, first.organizationId, assigned);
  }

  /**
   * Assigns placed fields to the signers' current addresses, and removes those of removed signers.
   * @param moves - current addresses, by the previous address keys
   * @throws AppError 400 `fields_lost` if fields would be removed and must not be
   */
  async readdress(
    tx: EntityManager,
    draft: Signature,
    moves: ReadonlyMap<string, string>,
    { mayDelete }: { mayDelete: boolean },
  ): Promise<void> {
    await readdressForm(tx, draft, moves, { mayDelete });
    for (const { id, organizationId, signerEmail, fieldKey } of await fieldsOf(tx, draft)) {
      if (signerEmail === null) continue;
      const present = moves.get(emailKey(signerEmail));
      if (present === undefined && !mayDelete) throw fieldsLost();
      if (present === undefined && fieldKey !== null) continue;
      if (present === undefined) await tx.delete(DocumentField, { id, organizationId });
      else if (present !== signerEmail)
        await tx.update(DocumentField, { id, organizationId }, { signerEmail: present });
    }
  }

  private async placeIn(
    tx: EntityManager,
    key: RequestKey,
    n: number,
    placements: FieldPlacement[],
  ): Promise<PlainField[]> {
    const draft = await getDraft(tx, key, { lock: true });
    await assertNoForm(tx, draft);
    const own = await findRequestDocument(tx, draft, n);
    const document = own && (await findFile(tx, draft, own, 'presented'));
    if (!document?.pageSizes) throw documentNotFound();
    const { pageSizes } = document;
    const layout = {
      n,
      pageSizes,
      carriesSignatures: carriesSignatures(document),
      isRedrawn: isRedrawn(document),
    };
    await this.replacePlaced(tx, draft, layout, placements);
    const { id, organizationId } = draft;
    await tx.update(Signature, { id, organizationId }, { updatedAt: () => 'app_now()' });
    return onDocument(await fieldsOf(tx, draft), n).filter(isPlain);
  }

  private async replacePlaced(
    tx: EntityManager,
    { id: signatureId, organizationId }: Signature,
    { n, pageSizes, ...signed }: Omit<DocumentLayout, 'tags'> & { n: number },
    placed: FieldPlacement[],
  ): Promise<void> {
    const boxes = boxesOf(placed, pageSizes);
    await tx.delete(DocumentField, { organizationId, signatureId, document: n, signerNumber: IsNull() });
    const all = await fieldsOf(tx, { organizationId, id: signatureId });
    const tags = onDocument(all, n);
    const count = all.length + placed.length;
    if (all.length > tags.length && count > MAX_TOTAL_FIELDS) throw tooManyFields(count);
    assertSigned(
      [
        ...tags.map(({ kind, page, signerNumber }) => ({ kind, page, name: `{{${kind}:${signerNumber}}}` })),
        ...placed.map(({ kind, page }, index) => ({ kind, page, name: `fields[${index}]` })),
      ],
      signed,
    );
    assertApart([
      ...tags.map(({ box, page, kind, signerNumber }) => tagBox(box, page, kind, signerNumber!)),
      ...placed.map(({ page }, index) => placedBox(boxes[index]!, page, index)),
    ]);
    await tx.insert(
      DocumentField,
      placed.map(({ kind, signerEmail, page, label = '', required }, index) => ({
        organizationId,
        signatureId,
        signerEmail,
        kind,
        document: n,
        page,
        box: boxes[index]!,
        label,
        required: required ?? kind !== 'checkbox',
      })),
    );
  }
}

/** The signer of a field: by address for a placed field, by number for a text tag. */
export function signerFor<Signed extends Pick<Signer, 'emailKey'>>(
  { signerEmail, signerNumber }: Pick<DocumentField, 'signerEmail' | 'signerNumber'>,
  signers: Signed[],
): Signed | undefined {
  if (signerEmail === null) return signers[signerNumber! - 1];
  return signers.find((each) => each.emailKey === emailKey(signerEmail));
}

/** A request's fields in the order of creation. */
export function fieldsOf(
  manager: EntityManager,
  { organizationId, id }: { organizationId: number; id: number },
): Promise<DocumentField[]> {
  return manager.find(DocumentField, { where: { organizationId, signatureId: id }, order: { id: 'ASC' } });
}

function signerUnknown({ signerEmail, signerNumber, page, document }: DocumentField, signers: Signer[]) {
  const place = document === 1 ? `page ${page}` : `page ${page} of document ${document}`;
  const problem =
    signerEmail === null
      ? `The text tag on ${place} is for signer ${signerNumber}, but the request has ${countOf(signers.length)}`
      : `The field on ${place} is for ${signerEmail}, but no signer has this address`;
  return fieldSignerUnknown(problem);
}

const countOf = (signers: number) => (signers === 1 ? '1 signer' : `${signers} signers`);
