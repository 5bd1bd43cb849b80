import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { evaluateForm } from '../../forms/evaluate-form.js';
import { type FormDefinition, type FormKind } from '../../forms/form-definition.js';
import { readForm } from '../../forms/read-form.js';
import { organizationName } from '../../organizations/organization.queries.js';
import { PdfService } from '../../pdf/pdf.service.js';
import { type StampPlace } from '../../pdf/signature-stamp.js';
import { FileStore } from '../../platform/storage/file-store.js';
import { wordsSoFar } from '../documents/internal/paper-words.js';
import { SignaturePapers } from '../documents/signature-papers.js';
import { valuePlaces } from './form-measures.js';

/** Kinds of which something is known before anybody has signed. */
const FORESEEN: readonly FormKind[] = [
  ...(['text', 'number', 'chosen_date', 'checkbox', 'choice', 'radio', 'checkboxes'] as const),
  ...(['formula', 'label'] as const),
];

/** A document with the form on it. */
export interface PreviewedForm {
  organizationId: number;
  document: { name: string; storageKey: string; sha256: Buffer };
  definition: FormDefinition;
  /** Of the papers. */
  locale: string;
  /** `YYYY-MM-DD`. */
  today: string;
}

/** Draws documents with the sender's values, for requests that do not exist yet. */
@Injectable()
export class FormPreviews {
  constructor(
    private readonly dataSource: DataSource,
    private readonly pdf: PdfService,
    private readonly files: FileStore,
    private readonly papers: SignaturePapers,
  ) {}

  /**
   * The PDF with what the sealed document will show of the sender's values, as long as signers change nothing.
   * @throws ChildTaskError, or AppError 429 or 503 for too many tasks
   */
  async draw({ organizationId, document, definition, locale, today }: PreviewedForm): Promise<Buffer> {
    const { manager } = this.dataSource;
    const name = await organizationName(manager, organizationId);
    const facts = await this.papers.factsBefore(manager, { organizationId, senderName: name, locale }, name);
    const details = {
      words: wordsSoFar(facts, 0),
      documentName: document.name,
      documentSha256: document.sha256.toString('hex'),
      signers: [],
      places: foreseenPlaces(definition, locale, today),
      carriesSignatures: false,
    };
    const read = () => this.files.get(document.storageKey);
    return (await this.pdf.drawEntries(read, details, null, { tenant: organizationId })).pdf;
  }
}

function foreseenPlaces(definition: FormDefinition, locale: string, today: string): StampPlace[] {
  const { form } = readForm(definition);
  if (!form) throw new Error('a form that was checked cannot be read');
  const results = new Map(
    evaluateForm(form, {}, { today, locale }).fields.map((result) => [result.key, result]),
  );
  return definition.fields.flatMap((field) => {
    const { isShown, value } = results.get(field.key)!;
    return isShown && FORESEEN.includes(field.kind) ? valuePlaces(field, value, locale) : [];
  });
}
