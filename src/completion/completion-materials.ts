import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { sourcesOf } from '../common/transitions.js';
import { type SigningCredentials } from '../pdf/pdf-inputs.js';
import {
  type PaperContents,
  type PaperDocument,
  SignaturePapers,
} from '../signatures/documents/signature-papers.js';
import { SIGNATURE_TRANSITIONS } from '../signatures/domain/signature.state.js';
import { findLiveRequest, type RequestKey } from '../signatures/live-request.queries.js';
import { DocumentSeals } from './document-seals.js';

export const COMPLETABLE = sourcesOf(SIGNATURE_TRANSITIONS, 'completed');

/** The parts of a sealed document that the certificate of completion shows. */
export type SealedFile = Pick<PaperDocument['presented'], 'sha256' | 'pages'>;

/** What the steps to a completed request work with. */
export interface Materials {
  contents: PaperContents;
  credentials: SigningCredentials;
}

/** Reads what it takes to complete a request, once for all steps. */
@Injectable()
export class CompletionMaterials {
  constructor(
    private readonly dataSource: DataSource,
    private readonly papers: SignaturePapers,
    private readonly seals: DocumentSeals,
  ) {}

  /**
   * Takes no lock, so the state of the request must be checked again before anything is recorded.
   * @returns null if the request was cancelled or completed
   * @throws Error as `SignaturePapers.gather` does, or if the key cannot seal
   */
  async gather(key: RequestKey): Promise<Materials | null> {
    const { manager } = this.dataSource;
    const signature = await findLiveRequest(manager, key, { statuses: COMPLETABLE });
    if (!signature) return null;
    return {
      contents: await this.papers.gather(manager, signature),
      credentials: await this.seals.sealCredentials(key.organizationId),
    };
  }
}
