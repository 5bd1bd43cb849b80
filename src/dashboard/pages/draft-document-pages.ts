import { Injectable } from '@nestjs/common';
import { type AppError } from '../../common/errors.js';
import { isImported } from '../../pdf/form-origin.js';
import { type ImportAccount } from '../../pdf/import-account.js';
import { MEDIA_TYPES } from '../../pdf/media-types.js';
import { type PageResult } from '../../platform/pages/page.js';
import { importedWords } from '../domain/imported-words.js';
import { refusalWords } from '../domain/refusal-words.js';
import { type DashboardVisit } from './dashboard-visit.decorator.js';
import { DOCUMENT_LIMITS } from './document-forms.js';
import { type Draft, Drafts } from './drafts.js';

/** What there is to say about the documents. */
interface Told {
  /** Why the first document was not accepted. */
  refusal?: AppError;
  /** The same for one that was to be added. */
  refusedFurther?: AppError;
  /** What became of the fields of a PDF form. */
  report?: ImportAccount;
}

/** The page of a draft's documents. */
@Injectable()
export class DraftDocumentPages {
  constructor(private readonly drafts: Drafts) {}

  show(
    visit: DashboardVisit,
    id: number,
    { refusal, refusedFurther, report }: Told = {},
  ): Promise<PageResult> {
    return this.drafts.ifDraft(id, async () => {
      const draft = await this.drafts.open(visit, id);
      const model = {
        ...DOCUMENT_LIMITS,
        refused: refusal && refusalWords(refusal, 'document'),
        pages: draft.pageSizes?.length,
        ...{ hasFields: draft.fields.length > 0, hasForm: draft.form !== null },
        ...{ isForm: mayHaveForm(draft), hasSigners: draft.plan !== null },
        imported: report && importedWords(report),
        further: draft.further.map(({ n, id, name, pageSizes }) => ({
          n,
          id,
          name,
          pages: pageSizes!.length,
        })),
        mayAdd: draft.mayAdd,
        refusedFurther: refusedFurther && refusalWords(refusedFurther, 'document'),
      };
      const status = refusal || refusedFurther ? 400 : 200;
      return this.drafts.page(visit, draft, 'document', () => model, status);
    });
  }
}

/** Whether it is a PDF whose form was not imported. */
const mayHaveForm = ({ signature, pageSizes, form }: Draft) =>
  pageSizes !== null &&
  signature.originalDocumentType === MEDIA_TYPES.pdf.mimeType &&
  (form === null || !isImported(form.origin));
