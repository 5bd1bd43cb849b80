import { Body, Controller, Header, HttpCode, Post, UseGuards } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Matches } from 'class-validator';
import { PageThrottlerGuard } from '../../platform/pages/page-throttler.guard.js';
import { DocumentChecks } from '../document-checks.js';

class HashDto {
  @Matches(/^[0-9a-f]{64}$/)
  sha256: string;
}

/** Always the same four members, whether or not the file is known. */
interface SealedFileAnswer {
  sealed: boolean;
  organization: string | null;
  /** ISO 8601. */
  sealedAt: string | null;
  signers: number | null;
}

/** Whether this service sealed the file with a given hash, which the page computes in the browser. */
@Controller('verify-document')
@UseGuards(PageThrottlerGuard)
@ApiExcludeController()
export class SealedFilesController {
  constructor(private readonly checks: DocumentChecks) {}

  @Post('hash')
  @HttpCode(200)
  @Header('cache-control', 'no-store')
  async find(@Body() { sha256 }: HashDto): Promise<SealedFileAnswer> {
    const found = await this.checks.find(sha256);
    return {
      sealed: found !== null,
      organization: found && (found.isTest ? `TEST · ${found.organization}` : found.organization),
      sealedAt: found?.sealedAt.toISOString() ?? null,
      signers: found?.signers ?? null,
    };
  }
}
