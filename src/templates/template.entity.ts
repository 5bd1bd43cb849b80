import { Column, Entity, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';
import { type ShownSize } from '../pdf/document-field.js';
import { type TemplateDefinition } from './domain/template-content.js';

/** The version number under which the documents of the draft are kept. */
export const DRAFT_VERSION = 0;

/** A document prepared once, from which requests are made. */
@Entity('templates')
export class Template {
  @PrimaryColumn('bigint') organizationId: number;
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' }) id: number;
  @Column('text') name: string;
  @Column('text', { default: '' }) description: string;
  /** Rises with each change to the draft. */
  @Column('integer', { default: 1 }) revision: number;
  /** Of the draft, in its normal form. */
  @Column('jsonb') definition: TemplateDefinition;
  /** Null before the first is published. */
  @Column('integer', { nullable: true }) latestVersion: number | null;
  @Column('bigint') createdByUserId: number;
  @Column({ type: 'timestamptz', precision: 3, default: () => 'app_now()' }) createdAt: Date;
  @Column({ type: 'timestamptz', precision: 3, default: () => 'app_now()' }) updatedAt: Date;
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) archivedAt: Date | null;
}

/** A published version, which never changes. */
@Entity('template_versions')
export class TemplateVersion {
  @PrimaryColumn('bigint') organizationId: number;
  @PrimaryColumn('bigint') templateId: number;
  /** From 1. */
  @PrimaryColumn('integer') number: number;
  /** Canonical JSON of a `TemplateContent`. */
  @Column('text') content: string;
  /** Of the content. */
  @Column('bytea') sha256: Buffer;
  @Column('text', { default: '' }) note: string;
  @Column('bigint') publishedByUserId: number;
  @Column({ type: 'timestamptz', precision: 3, default: () => 'app_now()' }) publishedAt: Date;
}

/** A document of the draft or of a version. Requests made from a version use its files, too. */
@Entity('template_documents')
export class TemplateDocument {
  @PrimaryColumn('bigint') organizationId: number;
  @PrimaryColumn('bigint') templateId: number;
  /** `DRAFT_VERSION` for the draft. */
  @PrimaryColumn('integer') version: number;
  /** From 1. */
  @PrimaryColumn('integer') n: number;
  @Column('text') name: string;
  @Column('text') originalKey: string;
  @Column('bytea') originalSha256: Buffer;
  @Column('bigint') originalBytes: number;
  /** Of the original. */
  @Column('text') mimeType: string;
  /** Of the original, without a dot. */
  @Column('text') extension: string;
  @Column('text') presentedKey: string;
  @Column('bytea') presentedSha256: Buffer;
  @Column('bigint') presentedBytes: number;
  @Column('integer') pages: number;
  /** The size of each page, as presented. */
  @Column('jsonb') pageSizes: ShownSize[];
  /** Whether it carried signatures when uploaded. */
  @Column('boolean') carriesSignatures: boolean;
  /** Whether it moreover has a form that programs draw anew; null if it was uploaded before this was known. */
  @Column('boolean', { nullable: true }) isRedrawn: boolean | null;
  @Column({ type: 'timestamptz', precision: 3, default: () => 'app_now()' }) createdAt: Date;
}

/** The version from which a request was made. */
@Entity('request_templates')
export class RequestTemplate {
  @PrimaryColumn('bigint') organizationId: number;
  @PrimaryColumn('bigint') signatureId: number;
  @Column('bigint') templateId: number;
  @Column('integer') version: number;
}
