import { type FormDefinition, type FormField } from '../../forms/form-definition.js';
import { type PdfFacts } from '../../pdf/form-import.js';
import {
  HAND_OVER_TYPES,
  OWN_SIGNATURE_TYPES,
  type SignatureType,
} from '../../signatures/domain/signature.state.js';
import { importOf } from './imported-documents.js';

export const TEMPLATE_SCHEMA = 'countersign-template';
export const TEMPLATE_SCHEMA_VERSION = 1;
export const MAX_DOCUMENTS = 10;

export const ROLE_ACTIONS = ['sign', 'approve', 'view', 'copy'] as const;
export type RoleAction = (typeof ROLE_ACTIONS)[number];

/** Someone in a template, whose name and address are given when it is sent. */
export interface TemplateRole {
  key: string;
  name: string;
  action: RoleAction;
  /** Those of a lower order act earlier, those of the same at the same time. */
  order: number;
}

/** How requests are sent unless the sender says otherwise; named as in the operation that sends a draft. */
export interface TemplateOptions {
  type: SignatureType;
  subject: string;
  messageContent: string;
  /** Null for the organization's name. */
  senderName: string | null;
  /** Days from sending; null for no deadline. */
  expiresInDays: number | null;
  ccOnComplete: string[];
  requireVerification: boolean;
  categoryId: number | null;
  /** Days between automatic reminders; null for none. */
  remindEvery: number | null;
  allowHandOver: boolean;
}

type TypeOfRequest = Pick<TemplateOptions, 'type'>;

export const canBeHandedOver = ({ type }: TypeOfRequest) => HAND_OVER_TYPES.includes(type);
/** Whether each signer signs with a certificate of their own. */
export const hasOwnSignatures = ({ type }: TypeOfRequest) => OWN_SIGNATURE_TYPES.includes(type);

/** The names of imported fields in the PDF that they come from, by key; also of those that were removed since. */
export type PdfNames = Readonly<Record<string, string>>;

/** What a PDF form that was imported calls its fields. */
export interface DocumentImport {
  pdfNames: PdfNames;
  /** What the PDF says of them besides, by key. */
  pdfFacts?: Readonly<Record<string, PdfFacts>>;
  /** Of the canonical JSON of the import's report, in lower-case hex; absent if the form came with a request or an older archive. */
  importReportSha256?: string;
  /** Whether the document is another one since, which signers read with its form, if it has one. */
  isReplaced?: true;
}

/** What can be edited, apart from the documents. */
export interface TemplateDefinition {
  roles: TemplateRole[];
  fields: FormField[];
  options: TemplateOptions;
  /** Of the documents whose forms were imported, by number; cannot be edited. */
  imports?: Readonly<Record<number, PdfNames>>;
  /** What else is known of these imports, beside their names, which versions before this one read. */
  importFacts?: Readonly<Record<number, Omit<DocumentImport, 'pdfNames'>>>;
}

/** A document of a template, as `template.json` names it. */
export interface DocumentFacts extends Partial<DocumentImport> {
  /** From 1. */
  n: number;
  name: string;
  /** Of the PDF that signers read; lower-case hex, as all digests here. */
  sha256: string;
  /** Of the file as it was uploaded. */
  originalSha256: string;
  pages: number;
}

/** What a version's digest is computed over, as canonical JSON (docs/templates.md). */
export interface TemplateContent extends Omit<TemplateDefinition, 'imports' | 'importFacts'> {
  schema: typeof TEMPLATE_SCHEMA;
  version: typeof TEMPLATE_SCHEMA_VERSION;
  documents: DocumentFacts[];
}

export const DEFAULT_OPTIONS: TemplateOptions = {
  type: 'advanced',
  subject: '',
  messageContent: '',
  senderName: null,
  expiresInDays: null,
  ccOnComplete: [],
  requireVerification: false,
  categoryId: null,
  remindEvery: null,
  allowHandOver: false,
};

export const EMPTY_DEFINITION: TemplateDefinition = { roles: [], fields: [], options: DEFAULT_OPTIONS };

export const contentOf = (
  { roles, fields, options, ...kept }: TemplateDefinition,
  documents: readonly DocumentFacts[],
): TemplateContent => ({
  schema: TEMPLATE_SCHEMA,
  version: TEMPLATE_SCHEMA_VERSION,
  documents: documents.map(({ n, name, sha256, originalSha256, pages }) => ({
    ...{ n, name, sha256, originalSha256, pages },
    ...importOf(kept, n),
  })),
  roles,
  fields,
  options,
});

/** The form of a template: its roles that sign, and its fields. */
export const formOf = ({ roles, fields }: Pick<TemplateDefinition, 'roles' | 'fields'>): FormDefinition => ({
  roles: roles.filter(({ action }) => action === 'sign').map(({ key, order }) => ({ key, order })),
  fields,
});
