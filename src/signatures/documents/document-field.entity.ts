import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { type FieldKind, type ShownBox } from '../../pdf/document-field.js';

/** A field on the document that one signer fills in. */
@Entity('signature_fields')
export class DocumentField {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' }) id: number;
  @Column('bigint') organizationId: number;
  @Column('bigint') signatureId: number;
  /** Null before the request is sent. */
  @Column('bigint', { nullable: true }) signerId: number | null;
  /** Identifies the signer of a placed field. */
  @Column('text', { nullable: true }) signerEmail: string | null;
  /** Identifies the signer of a text tag: from 1, in the order of sending. */
  @Column('integer', { nullable: true }) signerNumber: number | null;
  @Column('text') kind: FieldKind;
  /** From 1. */
  @Column('integer') page: number;
  @Column('jsonb') box: ShownBox;
  /** Position of the tag's text, which the field covers. */
  @Column('jsonb', { nullable: true }) tagBox: ShownBox | null;
  @Column('text', { default: '' }) label: string;
  @Column('boolean', { default: true }) required: boolean;
  /** The signer's entry. */
  @Column('text', { nullable: true }) value: string | null;
}
