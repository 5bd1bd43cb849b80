import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager, IsNull } from 'typeorm';
import { type FieldError, invalid, refused } from '../common/errors.js';
import { emailKey } from '../common/validation/email.decorator.js';
import { Transactions } from '../platform/database/transactions.js';
import { DocumentField } from './document-field.entity.js';
import { findOverlap, isWithin, type ShownBox, type ShownSize } from '../pdf/document-field.js';
import { type FoundTag } from '../pdf/pdf-results.js';
import { type DocumentFieldDto, type PlacedFieldsDto } from './http/dto/document-fields.dto.js';
import { toPoints } from './http/dto/length.decorator.js';
import { toPlacedFields } from './http/document-field.mapper.js';
import { SignatureDocument } from './signature-document.entity.js';
import { Signature } from './signature.entity.js';
import { documentNotFound, notADraft, signatureNotFound } from './signature.errors.js';
import { lockSignature } from './live-request.queries.js';
import { type Signer } from './signer.entity.js';

/** Points that a field must be wide and high, so that something can be seen in it. */
const SMALLEST_SIDE = 6;

/** Places on a draft's document: put there by the sender, or asked for by text tags. */
@Injectable()
export class DocumentFields {
  constructor(
    private readonly dataSource: DataSource,
    private readonly transactions: Transactions,
  ) {}

  /** @throws AppError 404 where there is no such request */
  async list(organizationId: number, signatureId: number): Promise<PlacedFieldsDto> {
    const { manager } = this.dataSource;
    const known = { id: signatureId, organizationId, deletedAt: IsNull() };
    if (!(await manager.existsBy(Signature, known))) throw signatureNotFound();
    return toPlacedFields(await fieldsOf(manager, { organizationId, id: signatureId }));
  }

  /** Replaces what was placed; tags stay. @throws AppError 400 outside a page, over another field, or sent already; 404 */
  async place(
    organizationId: number,
    signatureId: number,
    fields: DocumentFieldDto[],
  ): Promise<PlacedFieldsDto> {
    return this.transactions.run(async (tx) => {
      const draft = await lockSignature(tx, organizationId, signatureId);
      if (draft.status !== 'draft') throw notADraft();
      const document = await tx.findOneBy(SignatureDocument, {
        organizationId,
        signatureId,
        kind: 'presented',
      });
      if (!document?.pageSizes) throw documentNotFound();
      await this.replacePlaced(tx, draft, document.pageSizes, fields);
      return toPlacedFields(await fieldsOf(tx, draft));
    });
  }

  /** The fields of a new document; those of the one before are gone with it. */
  async begin(
    tx: EntityManager,
    draft: Signature,
    { pageSizes, tags }: { pageSizes: ShownSize[]; tags: FoundTag[] },
    placed: DocumentFieldDto[],
  ): Promise<void> {
    const { id: signatureId, organizationId } = draft;
    await tx.delete(DocumentField, { organizationId, signatureId });
    assertApart(tags.map(({ box, page }) => ({ ...box, page })));
    await tx.insert(
      DocumentField,
      tags.map(({ kind, signer, page, box, tagBox, label }) => ({
        organizationId,
        signatureId,
        signerNumber: signer,
        kind,
        page,
        box,
        tagBox,
        label,
        required: kind !== 'checkbox',
      })),
    );
    await this.replacePlaced(tx, draft, pageSizes, placed);
  }

  /** Gives every field to its signer. @throws AppError 400 `field_signer_unknown` */
  async assign(tx: EntityManager, draft: Signature, signers: Signer[]): Promise<void> {
    for (const field of await fieldsOf(tx, draft)) {
      const signer =
        field.signerEmail === null
          ? signers[field.signerNumber! - 1]
          : signers.find((each) => each.emailKey === emailKey(field.signerEmail!));
      if (!signer) throw signerUnknown(field);
      const { id, organizationId } = field;
      await tx.update(DocumentField, { id, organizationId }, { signerId: signer.id });
    }
  }

  private async replacePlaced(
    tx: EntityManager,
    { id: signatureId, organizationId }: Signature,
    pageSizes: ShownSize[],
    placed: DocumentFieldDto[],
  ): Promise<void> {
    const boxes = boxesOf(placed, pageSizes);
    await tx.delete(DocumentField, { organizationId, signatureId, signerNumber: IsNull() });
    const tags = await fieldsOf(tx, { organizationId, id: signatureId });
    assertApart([
      ...tags.map(({ box, page }) => ({ ...box, page })),
      ...placed.map(({ page }, index) => ({ ...boxes[index]!, page })),
    ]);
    await tx.insert(
      DocumentField,
      placed.map(({ kind, signerEmail, page, label = '', required }, index) => ({
        organizationId,
        signatureId,
        signerEmail,
        kind,
        page,
        box: boxes[index]!,
        label,
        required: required ?? kind !== 'checkbox',
      })),
    );
  }
}

/** A request's fields in the order in which they were made. */
export function fieldsOf(
  manager: EntityManager,
  { organizationId, id }: { organizationId: number; id: number },
): Promise<DocumentField[]> {
  return manager.find(DocumentField, { where: { organizationId, signatureId: id }, order: { id: 'ASC' } });
}

/** In points. @throws AppError 400 naming each field that lies on no page, or not wholly on its page */
function boxesOf(fields: DocumentFieldDto[], pageSizes: ShownSize[]): ShownBox[] {
  const problems: FieldError[] = [];
  const boxes = fields.map((field, index): ShownBox => {
    const size = pageSizes[field.page - 1];
    const name = `fields[${index}]`;
    if (!size) {
      problems.push({ field: `${name}.page`, message: `${name}.page is no page of the document` });
      return { x: 0, y: 0, width: 0, height: 0 };
    }
    const [across, down] = size;
    const box = {
      x: toPoints(field.x, across),
      y: toPoints(field.y, down),
      width: toPoints(field.width, across),
      height: toPoints(field.height, down),
    };
    if (box.width < SMALLEST_SIDE || box.height < SMALLEST_SIDE) {
      problems.push({
        field: name,
        message: `${name} must be at least ${SMALLEST_SIDE} points wide and high`,
      });
    } else if (!isWithin(box, size)) {
      problems.push({ field: name, message: `${name} lies outside its page` });
    }
    return box;
  });
  if (problems.length > 0) throw invalid(...problems);
  return boxes;
}

function assertApart(boxes: (ShownBox & { page: number })[]): void {
  const found = findOverlap(boxes);
  if (found) {
    const { page } = boxes[found[1]]!;
    throw refused('fields_overlap', `Two fields lie over each other on page ${page}`);
  }
}

function signerUnknown({ signerEmail, signerNumber, page }: DocumentField) {
  const whose =
    signerEmail === null
      ? `A text tag on page ${page} is for signer ${signerNumber}, and there are not so many`
      : `A field on page ${page} is for ${signerEmail}, who is no signer`;
  return refused('field_signer_unknown', whose);
}
