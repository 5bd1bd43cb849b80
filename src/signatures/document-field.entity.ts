import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { type FieldKind, type ShownBox } from '../pdf/document-field.js';

/** A place on the document's pages that one signer fills. */
@Entity('signature_fields')
export class DocumentField {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' }) id: number;
  @Column('bigint') organizationId: number;
  @Column('bigint') signatureId: number;
  /** Known from send on. */
  @Column('bigint', { nullable: true }) signerId: number | null;
  /** How the sender names the signer. */
  @Column('text', { nullable: true }) signerEmail: string | null;
  /** How a text tag names the signer: from 1, in the order of send. */
  @Column('integer', { nullable: true }) signerNumber: number | null;
  @Column('text') kind: FieldKind;
  /** From 1. */
  @Column('integer') page: number;
  @Column('jsonb') box: ShownBox;
  /** Where the tag's own text stands, which the field covers. */
  @Column('jsonb', { nullable: true }) tagBox: ShownBox | null;
  @Column('text', { default: '' }) label: string;
  @Column('boolean', { default: true }) required: boolean;
  /** What its signer entered. */
  @Column('text', { nullable: true }) value: string | null;
}
