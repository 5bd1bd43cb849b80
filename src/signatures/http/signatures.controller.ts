import { Body, Delete, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiController } from '../../auth/api-controller.decorator.js';
import { CurrentPrincipal } from '../../auth/current-principal.decorator.js';
import { Paged } from '../../auth/paged.decorator.js';
import { type Principal } from '../../auth/principal.js';
import { overloaded } from '../../common/errors.js';
import { EntityTag } from '../../common/http/entity-tag.decorator.js';
import { IdPipe } from '../../common/http/id.pipe.js';
import { Refuses } from '../../common/http/refuses.decorator.js';
import { refusal } from '../../pdf/document-inspection.js';
import { processesOutdated } from '../../platform/processes/data-format.js';
import { CancellationService } from '../cancellation.service.js';
import {
  conditionOnSignature,
  documentChanged,
  documentRefused,
  fieldSignerUnknown,
  formRefused,
  notADraft,
  notYours,
  roleOrderContradicted,
  roleSignerUnknown,
  scheduledAfterExpiry,
  scriptUnsupported,
  signatureNotFound,
} from '../internal/signature.errors.js';
import { RequestLists } from '../lists/request-lists.js';
import { recipientsRefused } from '../recipients/internal/recipient.errors.js';
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
import { toSendDetails } from './send-signature.mapper.js';
import {
  toAuditTrail,
  toCancelledSignature,
  toFilter,
  toList,
  toSentSignature,
  toSignature,
  toSignatureWithSigners,
} from './signature.mapper.js';

@ApiController('signatures')
export class SignaturesController {
  constructor(
    private readonly signatures: SignaturesService,
    private readonly lists: RequestLists,
    private readonly sending: SendingService,
    private readonly cancellation: CancellationService,
  ) {}

  /** Creates a draft. */
  @Post()
  async create(
    @CurrentPrincipal() caller: Principal,
    @Body() body: CreateDraftDto,
  ): Promise<SignatureResponseDto> {
    return toSignature(await this.signatures.createDraft(caller, body));
  }

  /** Lists the organization's requests. */
  @Get()
  @Paged('skip')
  async list(
    @CurrentPrincipal() { organizationId }: Principal,
    @Query() query: ListSignaturesDto,
  ): Promise<SignatureListDto> {
    return toList(await this.lists.list(toFilter(organizationId, query)), query);
  }

  /** Returns a request with its signers. */
  @Get(':signatureId')
  @EntityTag({ store: true })
  @Refuses(signatureNotFound())
  async get(
    @CurrentPrincipal() { organizationId }: Principal,
    @Param('signatureId', IdPipe) signatureId: number,
  ): Promise<SignatureWithSignersDto> {
    return toSignatureWithSigners(await this.signatures.get({ organizationId, signatureId }));
  }

  /** Returns only the status, for polling. */
  @Get(':signatureId/status')
  @EntityTag({ store: true })
  @Refuses(signatureNotFound())
  status(
    @CurrentPrincipal() { organizationId }: Principal,
    @Param('signatureId', IdPipe) signatureId: number,
  ): Promise<SignatureStatusDto> {
    return this.signatures.status({ organizationId, signatureId });
  }

  /** Lists what happened to the request, in order. */
  @Get(':signatureId/audit-trail')
  @EntityTag({ store: true })
  @Refuses(signatureNotFound())
  async auditTrail(
    @CurrentPrincipal() { organizationId }: Principal,
    @Param('signatureId', IdPipe) signatureId: number,
  ): Promise<AuditTrailDto> {
    return toAuditTrail(await this.signatures.auditTrail({ organizationId, signatureId }));
  }

  /** Sends a draft to its signers. */
  @Post(':signatureId/send')
  @Refuses(
    signatureNotFound(),
    notADraft(),
    documentChanged(),
    documentRefused(refusal('document_unsealable')),
    documentRefused(refusal('document_too_complex')),
    documentRefused(refusal('document_certified')),
    documentRefused(refusal('document_locked')),
    documentRefused(refusal('document_signed_no_fields')),
    documentRefused(refusal('document_signed_redrawn')),
    documentRefused(refusal('document_signed_unextendable')),
    roleSignerUnknown("No signer has the address ada@example.com of the role 'tenant'"),
    roleOrderContradicted("The role 'tenant' acts before 'landlord', but its signer does not"),
    conditionOnSignature('fields[2].showIf'),
    formRefused([
      {
        code: 'entry_does_not_fit',
        path: 'fields[1].text',
        message: 'fields[1].text is 12 characters too long for its place',
      },
    ]),
    formRefused([
      {
        code: 'entry_out_of_range',
        path: 'values.day',
        message: 'values.day must be at least 2026-04-01',
      },
    ]),
    formRefused([
      {
        code: 'value_invalid',
        path: 'values.parts',
        message: "values.parts leaves the formula 'share' without a result, which no signer can mend",
      },
    ]),
    formRefused([
      {
        code: 'value_missing',
        path: 'values.address',
        message: 'values.address is required, and the field is read-only',
      },
    ]),
    processesOutdated(2, ['process 4711 (web) on host a, which understands version 1']),
    ...recipientsRefused(),
    processesOutdated(3, ['process 4711 (web) on host a, which understands version 2']),
    fieldSignerUnknown('The field on page 1 is for ada@example.com, but no signer has this address'),
    scheduledAfterExpiry(new Date('2026-04-02T09:00:00Z'), new Date('2026-04-01T09:00:00Z')),
    scriptUnsupported([{ field: 'subject', message: 'subject has characters that cannot be drawn: ꦲ' }]),
    overloaded(),
  )
  @HttpCode(200)
  async send(
    @CurrentPrincipal() caller: Principal,
    @Param('signatureId', IdPipe) id: number,
    @Body() body: SendSignatureDto,
  ): Promise<SentSignatureDto> {
    return toSentSignature(await this.sending.send(caller, id, toSendDetails(body)));
  }

  /** Cancels a request. */
  @Delete(':signatureId')
  @Refuses(signatureNotFound(), notYours())
  async cancel(
    @CurrentPrincipal() caller: Principal,
    @Param('signatureId', IdPipe) id: number,
  ): Promise<CancelledSignatureDto> {
    return toCancelledSignature(await this.cancellation.cancel(caller, id));
  }
}
