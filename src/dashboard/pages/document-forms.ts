import { Injectable } from '@nestjs/common';
import { type FastifyRequest } from 'fastify';
import { AppError, forbidden } from '../../common/errors.js';
import { uploadedForm } from '../../common/http/multipart.js';
import { MAX_DOCUMENT_BYTES } from '../../pdf/document-limits.js';
import { MEDIA_TYPES } from '../../pdf/media-types.js';
import { type IncomingFile } from '../../platform/storage/incoming-file.js';
import { Uploads } from '../../platform/storage/uploads.js';
import { isSameToken } from './dashboard-cookies.js';
import { type DashboardVisit } from './dashboard-visit.decorator.js';

/** What the page of an upload says about documents. */
export const DOCUMENT_LIMITS = {
  megabytes: MAX_DOCUMENT_BYTES / 1024 / 1024,
  accept: Object.values(MEDIA_TYPES)
    .flatMap(({ mimeType, extension }) => [mimeType, `.${extension}`])
    .join(','),
};

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
   * @param maxBytes - of the file; by default those of a document
   * @throws AppError 403 for another form, before `work`; 400 `file_missing`, 413, 429 or 503
   */
  receive<Result>(
    { organizationId, formToken }: DashboardVisit,
    request: FastifyRequest,
    texts: Map<string, string>,
    work: (form: DocumentForm) => Promise<Result>,
    maxBytes: number = MAX_DOCUMENT_BYTES,
  ): Promise<Result> {
    const upload = { tenant: String(organizationId), organizationId, maxBytes };
    return this.uploads.receive(request, upload, async (incoming, signal) => {
      const { file, fileName } = await uploadedForm(request, maxBytes, incoming, texts);
      if (!isSameToken(texts.get('formToken'), formToken))
        throw forbidden('This form was not sent from a current page of the dashboard');
      if (file.size === 0) throw new AppError(400, 'Choose a document', 'file_missing');
      return work({ file, fileName, texts, signal });
    });
  }
}

/** The refusal of a form or its document. @throws `error` if it is anything else */
export function refusalIn(error: unknown): AppError {
  if (error instanceof AppError && [400, 413].includes(error.statusCode)) return error;
  throw error;
}
