import { Column, Entity, PrimaryColumn } from 'typeorm';
import { type PdfFacts } from '../../../pdf/form-import.js';

/** The form of a request. */
@Entity('request_forms')
export class RequestFormRow {
  @PrimaryColumn('bigint') organizationId: number;
  @PrimaryColumn('bigint') signatureId: number;
  /** Canonical JSON of the definition without the sender's values; null once the request's contents are removed. */
  @Column('text', { nullable: true }) definition: string | null;
  /** Of the definition. */
  @Column('bytea') sha256: Buffer;
  /** Before the request is sent: each role's address. */
  @Column('jsonb', { nullable: true }) roleEmails: Record<string, string> | null;
  /** From then on: the id of the signer, which stays when the place is handed over or gets another address. */
  @Column('jsonb', { nullable: true }) roleSigners: Record<string, number> | null;
  /** The names of imported fields in the PDF that they come from, by key; also of those that the form no longer has. */
  @Column('jsonb', { default: {} }) pdfNames: Record<string, string>;
  /** What the PDF says of them besides. */
  @Column('jsonb', { default: {} }) pdfFacts: Record<string, PdfFacts>;
  /** Whether the document is another one since the form was imported. */
  @Column('boolean', { default: false }) documentReplaced: boolean;
}

/** What the sender or a signer filled in. */
@Entity('form_values')
export class FormValueRow {
  @PrimaryColumn('bigint') organizationId: number;
  @PrimaryColumn('bigint') signatureId: number;
  @PrimaryColumn('text') fieldKey: string;
  @PrimaryColumn('text') origin: 'sender' | 'signer';
  @Column('bigint', { nullable: true }) signerId: number | null;
  /** Canonical JSON of the canonical value, encrypted. */
  @Column('bytea') sealed: Buffer;
}
