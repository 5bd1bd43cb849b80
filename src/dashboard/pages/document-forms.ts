import { Injectable } from '@nestjs/common';
import { type FastifyRequest } from 'fastify';
import { AppError, forbidden } from '../../common/errors.js';
import { uploadedForm } from '../../common/http/multipart.js';
import { MAX_DOCUMENT_BYTES } from '../../pdf/document-limits.js';
import { type IncomingFile } from '../../platform/storage/incoming-file.js';
import { Uploads } from '../../platform/storage/uploads.js';
import { isSameToken } from './dashboard-cookies.js';
import { type DashboardVisit } from './dashboard-visit.decorator.js';

/** A document chosen by a member, and the fields of its form. */
export interface DocumentForm {
  file: IncomingFile;
  fileName: string;
  texts: ReadonlyMap<string, string>;
  /** Aborts if the client disconnects. */
  signal: AbortSignal;
}

/** Receives forms with a document, the way the API receives uploads. */
@Injectable()
export class DocumentForms {
  constructor(private readonly uploads: Uploads) {}

  /**
   * Runs `work` with a form of our own page.
   * @param texts - receives the form's fields, even if its file is refused
   * @throws AppError 403 for another form, before `work`; 400 `file_missing`, 413, 429 or 503
   */
  receive<Result>(
    { organizationId, formToken }: DashboardVisit,
    request: FastifyRequest,
    texts: Map<string, string>,
    work: (form: DocumentForm) => Promise<Result>,
  ): Promise<Result> {
    const upload = { tenant: String(organizationId), organizationId, maxBytes: MAX_DOCUMENT_BYTES };
    return this.uploads.receive(request, upload, async (incoming, signal) => {
      const { file, fileName } = await uploadedForm(request, MAX_DOCUMENT_BYTES, incoming, texts);
      if (!isSameToken(texts.get('formToken'), formToken))
        throw forbidden('This form was not sent from a current page of the dashboard');
      if (file.size === 0) throw new AppError(400, 'Choose a document', 'file_missing');
      return work({ file, fileName, texts, signal });
    });
  }
}
