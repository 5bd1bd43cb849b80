import { Body, Delete, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiController } from '../../auth/api-controller.decorator.js';
import { CurrentPrincipal } from '../../auth/current-principal.decorator.js';
import { type Principal } from '../../auth/principal.js';
import { IdPipe } from '../../common/http/id.pipe.js';
import { CancellationService } from '../cancellation.service.js';
import { SendingService } from '../sending.service.js';
import { SignaturesService } from '../signatures.service.js';
import { CreateDraftDto } from './dto/create-draft.dto.js';
import { ListSignaturesDto } from './dto/list-signatures.dto.js';
import { SendSignatureDto } from './dto/send-signature.dto.js';
import {
  AuditTrailDto,
  CancelledSignatureDto,
  SentSignatureDto,
  SignatureListDto,
  SignatureResponseDto,
  SignatureStatusDto,
  SignatureWithSignersDto,
} from './dto/signature-response.dto.js';

@ApiController('signatures')
export class SignaturesController {
  constructor(
    private readonly signatures: SignaturesService,
    private readonly sending: SendingService,
    private readonly cancelling: CancellationService,
  ) {}

  /** Creates a draft. */
  @Post()
  create(@CurrentPrincipal() caller: Principal, @Body() body: CreateDraftDto): Promise<SignatureResponseDto> {
    return this.signatures.createDraft(caller, body);
  }

  /** Lists the organization's requests. */
  @Get()
  list(
    @CurrentPrincipal() { organizationId }: Principal,
    @Query() query: ListSignaturesDto,
  ): Promise<SignatureListDto> {
    return this.signatures.list(organizationId, query);
  }

  /** One request with its signers. */
  @Get(':signatureId')
  get(
    @CurrentPrincipal() { organizationId }: Principal,
    @Param('signatureId', IdPipe) id: number,
  ): Promise<SignatureWithSignersDto> {
    return this.signatures.get(organizationId, id);
  }

  /** The light status for polling. */
  @Get(':signatureId/status')
  status(
    @CurrentPrincipal() { organizationId }: Principal,
    @Param('signatureId', IdPipe) id: number,
  ): Promise<SignatureStatusDto> {
    return this.signatures.status(organizationId, id);
  }

  /** What happened to the request, in order (ours). */
  @Get(':signatureId/audit-trail')
  auditTrail(
    @CurrentPrincipal() { organizationId }: Principal,
    @Param('signatureId', IdPipe) id: number,
  ): Promise<AuditTrailDto> {
    return this.signatures.auditTrail(organizationId, id);
  }

  /** Sends a draft to its signers. */
  @Post(':signatureId/send')
  @HttpCode(200)
  send(
    @CurrentPrincipal() caller: Principal,
    @Param('signatureId', IdPipe) id: number,
    @Body() body: SendSignatureDto,
  ): Promise<SentSignatureDto> {
    return this.sending.send(caller, id, body);
  }

  /** Cancels a request. */
  @Delete(':signatureId')
  cancel(
    @CurrentPrincipal() caller: Principal,
    @Param('signatureId', IdPipe) id: number,
  ): Promise<CancelledSignatureDto> {
    return this.cancelling.cancel(caller, id);
  }
}
