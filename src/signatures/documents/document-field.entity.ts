import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { type FieldKind, type PlainKind, type ShownBox } from '../../pdf/document-field.js';

/** A field on the document that one signer fills in, or one of the places of a form's field. */
@Entity('signature_fields')
export class DocumentField {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' }) id: number;
  @Column('bigint') organizationId: number;
  @Column('bigint') signatureId: number;
  /** Null before the request is sent. */
  @Column('bigint', { nullable: true }) signerId: number | null;
  /** Identifies the signer of a placed field; null for a label of a form that is shown to everyone. */
  @Column('text', { nullable: true }) signerEmail: string | null;
  /** Identifies the signer of a text tag: from 1, in the order of sending. */
  @Column('integer', { nullable: true }) signerNumber: number | null;
  @Column('text') kind: FieldKind;
  /** Number of the document that it is on, from 1. */
  @Column('integer', { default: 1 }) document: number;
  /** From 1. */
  @Column('integer') page: number;
  @Column('jsonb') box: ShownBox;
  /** Position of the tag's text, which the field covers. */
  @Column('jsonb', { nullable: true }) tagBox: ShownBox | null;
  @Column('text', { default: '' }) label: string;
  @Column('boolean', { default: true }) required: boolean;
  /** The signer's entry; null for a form's field, whose values are kept encrypted. */
  @Column('text', { nullable: true }) value: string | null;
  /** Of the form's field that is drawn here. */
  @Column('text', { nullable: true }) fieldKey: string | null;
  /** The option of it that is marked here. */
  @Column('text', { nullable: true }) option: string | null;
}

/** A field that is not of a form. */
export type PlainField = DocumentField & { kind: PlainKind; fieldKey: null };

export const isPlain = (field: DocumentField): field is PlainField => field.fieldKey === null;

/** Whether it is a label of a form that belongs to no signer. */
export const isForEveryone = ({ fieldKey, signerEmail }: Pick<DocumentField, 'fieldKey' | 'signerEmail'>) =>
  fieldKey !== null && signerEmail === null;

/** Those on one of the request's documents. */
export const onDocument = <Field extends Pick<DocumentField, 'document'>>(
  fields: readonly Field[],
  n: number,
): Field[] => fields.filter(({ document }) => document === n);
