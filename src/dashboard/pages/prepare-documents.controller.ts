import { Body, Param, Post, Req } from '@nestjs/common';
import { type FastifyRequest } from 'fastify';
import { type Caller } from '../../auth/principal.js';
import { AppError } from '../../common/errors.js';
import { IdPipe } from '../../common/http/id.pipe.js';
import { parseId } from '../../common/ids.js';
import { plainLine } from '../../common/plain-line.js';
import { MAX_NAME } from '../../common/validation/limits.js';
import { type PageResult, Redirect } from '../../platform/pages/page.js';
import { FurtherDocuments } from '../../signatures/documents/further-documents.js';
import { callerOf } from './caller-of.js';
import { TokenInParts } from './dashboard.guard.js';
import { DashboardPages } from './dashboard-pages.decorator.js';
import { CurrentVisit, type DashboardVisit } from './dashboard-visit.decorator.js';
import { type DocumentForm, DocumentForms, refusalIn } from './document-forms.js';
import { DraftDocumentPages } from './draft-document-pages.js';
import { addressOf, Drafts } from './drafts.js';
import { type Fields, textOf } from './form-fields.js';
import { enteredIn, SentOnce } from './sent-once.js';

/** The documents of a request made by hand after its first. */
@DashboardPages('/signatures', 'signatures')
export class PrepareDocumentsController {
  constructor(
    private readonly documents: FurtherDocuments,
    private readonly forms: DocumentForms,
    private readonly drafts: Drafts,
    private readonly pages: DraftDocumentPages,
    private readonly once: SentOnce,
  ) {}

  /** Adds a document behind the others: one, however often the form is sent. */
  @TokenInParts()
  @Post(':id/documents')
  async add(
    @CurrentVisit() visit: DashboardVisit,
    @Param('id', IdPipe) signatureId: number,
    @Req() request: FastifyRequest,
  ): Promise<PageResult> {
    await this.drafts.open(visit, signatureId);
    try {
      return await this.forms.receive(visit, request, new Map(), (form) =>
        this.drafts.ifDraft(signatureId, async () => {
          const attach = () => this.attach(callerOf(visit, request), signatureId, form);
          await this.once.run(visit, `draft-document:${signatureId}`, enteredIn(form), attach);
          return backTo(signatureId);
        }),
      );
    } catch (error) {
      return this.pages.show(visit, signatureId, { refusedFurther: refusalIn(error) });
    }
  }

  /** Removes the document that the page showed, however often the form is sent. */
  @Post(':id/documents/:n/remove')
  remove(
    @CurrentVisit() visit: DashboardVisit,
    @Param('id', IdPipe) signatureId: number,
    @Param('n', IdPipe) n: number,
    @Body() fields: Fields,
    @Req() request: FastifyRequest,
  ): Promise<PageResult> {
    return this.drafts.ifDraft(signatureId, async () => {
      const id = parseId(textOf(fields.document));
      if (id === null) throw new AppError(404, 'There is no such document');
      try {
        await this.documents.remove(callerOf(visit, request), { signatureId, n, id });
      } catch (error) {
        if (!(error instanceof AppError) || error.statusCode !== 404) throw error;
        // Removed before; a request of somebody else is not found on its page either.
      }
      return backTo(signatureId);
    });
  }

  private async attach(
    caller: Caller,
    signatureId: number,
    { file, fileName, signal }: DocumentForm,
  ): Promise<number> {
    const name = plainLine(fileName).slice(0, MAX_NAME) || null;
    const { n } = await this.documents.put(
      caller,
      { signatureId, n: null },
      { file, name, fields: [] },
      signal,
    );
    return n;
  }
}

/** To the list of documents, on the draft's own page of them. */
const backTo = (id: number) => new Redirect(`${addressOf(id, 'document')}#documents`);
