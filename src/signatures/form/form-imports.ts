import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { type Caller } from '../../auth/principal.js';
import { type FormImport } from '../../pdf/form-import.js';
import { originOf } from '../../pdf/form-origin.js';
import { type AccountedImport, accountOf } from '../../pdf/import-account.js';
import { assignedFields, type RoleAssignment } from '../../pdf/imported-fields.js';
import { PdfService } from '../../pdf/pdf.service.js';
import { type IncomingFile } from '../../platform/storage/incoming-file.js';
import { Uploads } from '../../platform/storage/uploads.js';
import { DocumentUploadService } from '../documents/document-upload.service.js';
import { findDocument } from '../documents/signature-document.queries.js';
import { documentChanged, documentNotFound, documentRefused } from '../internal/signature.errors.js';
import { getDraft } from '../live-request.queries.js';
import { type Signature } from '../signature.entity.js';
import { DraftForms, type GivenForm, type SendersForm } from './draft-forms.js';
import { removeForm } from './form-fields.js';

/** A form that was imported into a draft. */
export interface FormImportResult extends AccountedImport {
  document: {
    pages: number;
    /** Of the upload, and of what signers read, in lower-case hex. */
    originalSha256: string;
    presentedSha256: string;
  };
  form: SendersForm;
}

/** Who fills in an imported form. */
export interface FormPeople extends RoleAssignment {
  roles: unknown;
  /** Addresses by role. */
  signers: unknown;
}

interface Accepting {
  signal?: AbortSignal;
  /** The storage key that the original must still have. */
  of?: string;
}

const formFor =
  (people: FormPeople) =>
  ({ imported }: FormImport): GivenForm => ({
    ...{ roles: people.roles, signers: people.signers },
    fields: assignedFields(imported, people, { document: 1, path: 'form.' }),
    origin: originOf(imported),
  });

/** Imports PDF forms into drafts: the upload becomes a document without fields, and its fields become the draft's form. */
@Injectable()
export class FormImports {
  constructor(
    private readonly pdf: PdfService,
    private readonly documents: DocumentUploadService,
    private readonly forms: DraftForms,
    private readonly uploads: Uploads,
    private readonly dataSource: DataSource,
  ) {}

  /**
   * Replaces the draft's document, fields and form.
   * @throws AppError 400 or 413, with a code for the problem; 404; the signal's reason if it aborts before anything is
   * stored
   */
  import(
    caller: Caller,
    signatureId: number,
    { file, people }: { file: IncomingFile; people: FormPeople },
    signal?: AbortSignal,
  ): Promise<FormImportResult> {
    return this.accept(caller, signatureId, file, formFor(people), { signal });
  }

  /**
   * The same with the document as it was uploaded before.
   * @throws AppError as `import`; 400 `document_changed` if it is replaced meanwhile; 404 without one
   */
  async importOriginal(caller: Caller, signatureId: number, people: FormPeople): Promise<FormImportResult> {
    const { organizationId } = caller;
    const { manager } = this.dataSource;
    const draft = await getDraft(manager, { organizationId, signatureId });
    const original = await findDocument(manager, draft, 'original');
    if (!original) throw documentNotFound();
    const { storageKey, sizeBytes } = original;
    return this.uploads.again({ organizationId, storageKey, sizeBytes }, (file) =>
      this.accept(caller, signatureId, file, formFor(people), { of: storageKey }),
    );
  }

  /** Imports a form for which its fields are known. @throws AppError as `import` */
  async again(caller: Caller, signatureId: number, file: IncomingFile, form: GivenForm): Promise<void> {
    await this.accept(caller, signatureId, file, () => form);
  }

  private async accept(
    caller: Caller,
    signatureId: number,
    file: IncomingFile,
    formFrom: (report: FormImport) => GivenForm,
    { signal, of }: Accepting = {},
  ): Promise<FormImportResult> {
    const { organizationId } = caller;
    const found = await this.pdf.importForm(file, { tenant: organizationId, signal });
    if (!found.ok) throw documentRefused(found);
    const checked = this.forms.check(formFrom(found.report));
    const { report, reportSha256 } = accountOf(found.report);
    const { document } = found;
    const kept: { form?: SendersForm; presentedSha256?: string } = {};
    const replacing = {
      told: { importReportSha256: reportSha256 },
      before: async (tx: EntityManager, draft: Signature) => {
        const original = of === undefined ? null : await findDocument(tx, draft, 'original');
        if (of !== undefined && original?.storageKey !== of) throw documentChanged();
        return removeForm(tx, draft);
      },
      after: async (tx: EntityManager, draft: Signature) => {
        kept.form = await this.forms.replace(tx, draft, checked);
        kept.presentedSha256 = (await findDocument(tx, draft, 'presented'))!.sha256.toString('hex');
      },
    };
    await this.documents.replace(caller, signatureId, { file, document, replacing }, signal);
    const { pages, sha256: originalSha256 } = document;
    const shown = { pages, originalSha256, presentedSha256: kept.presentedSha256! };
    return { document: shown, form: kept.form!, report, reportSha256 };
  }
}
