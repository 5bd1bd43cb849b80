import { Get, Param, Res } from '@nestjs/common';
import { type FastifyReply } from 'fastify';
import { IdPipe } from '../../common/http/id.pipe.js';
import { type Page } from '../../platform/pages/page.js';
import { DocumentDownloadService } from '../../signatures/documents/document-download.service.js';
import { type CheckResult, DocumentChecks } from '../../signed-pdf-checks/document-checks.js';
import { type Told, type Tone } from '../../signed-pdf-checks/domain/statements.js';
import { TONE_ICONS } from '../../signed-pdf-checks/domain/tone-icons.js';
import { DashboardPages } from './dashboard-pages.decorator.js';
import { DashboardShell } from './dashboard-shell.js';
import { CurrentVisit, type DashboardVisit } from './dashboard-visit.decorator.js';

/**
 * Checks the sealed files of a completed request, the document and the evidence in its certificate, as anyone with
 * the files can on the public page.
 */
@DashboardPages('/signatures', 'signatures')
export class SignatureVerdictController {
  constructor(
    private readonly downloads: DocumentDownloadService,
    private readonly checks: DocumentChecks,
    private readonly shell: DashboardShell,
  ) {}

  @Get(':id/verdict')
  async show(
    @CurrentVisit() visit: DashboardVisit,
    @Param('id', IdPipe) signatureId: number,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Page> {
    const { organizationId } = visit;
    const check = async (kind: 'signed' | 'certificate') => {
      const bytes = await this.downloads.toCheck({ organizationId, signatureId }, kind, reply);
      return this.checks.checkOwn(`organization ${organizationId}`, bytes);
    };
    // One after another: an organization has one turn at a time.
    const signed = await check('signed');
    const certificate = await check('certificate');
    return this.shell.page(visit, 'signature-verdict', {
      signatureId,
      verdicts: [
        { part: 'signed', ...toVerdict(signed) },
        { part: 'certificate', ...toVerdict(certificate, relationOf(certificate, signed)) },
      ],
    });
  }
}

function toVerdict({ sha256, outcome }: CheckResult, further: Told[] = []) {
  if ('unreadable' in outcome) {
    const why = { key: `checking.lead.unreadable.${outcome.unreadable}` };
    return { sha256, tone: 'bad', says: { key: 'checking.headline.unreadable' }, why, statements: [] };
  }
  const { headline, lead, evidence, signatures } = outcome.judgement;
  const statements = [...evidence, ...further, ...signatures.flat()];
  return {
    sha256,
    tone: headline.tone,
    says: headline,
    why: lead,
    statements: statements.map((statement) => ({ statement, icon: TONE_ICONS[statement.tone] })),
  };
}

/** Whether the certificate belongs to this document. */
function relationOf({ outcome }: CheckResult, { sha256 }: CheckResult): Told[] {
  if ('unreadable' in outcome || !outcome.facts.evidence) return [];
  const isSame = outcome.facts.evidence.signedSha256 === sha256;
  return [isSame ? told('good', 'belongs') : told('bad', 'other')];
}

const told = (tone: Tone, what: string): Told => ({ tone, key: `checking.evidence.${what}` });
