import { Body, Delete, Get, Param, Post, Query } from '@nestjs/common';
import { ApiBody, ApiCreatedResponse, ApiExtraModels, getSchemaPath } from '@nestjs/swagger';
import { ApiController } from '../../auth/api-controller.decorator.js';
import { CurrentPrincipal } from '../../auth/current-principal.decorator.js';
import { Paged } from '../../auth/paged.decorator.js';
import { type Principal } from '../../auth/principal.js';
import { RequireScope } from '../../auth/scope.guard.js';
import { EntityTag } from '../../common/http/entity-tag.decorator.js';
import { IdPipe } from '../../common/http/id.pipe.js';
import { Refuses } from '../../common/http/refuses.decorator.js';
import { MediaErasure } from '../media-erasure.js';
import { verificationNotFound, verificationOpen } from '../verification.errors.js';
import { VerificationsService } from '../verifications.service.js';
import { CreateShortVerificationDto, CreateVerificationDto } from './dto/create-verification.dto.js';
import {
  CreatedVerificationDto,
  ErasedMediaDto,
  ShortVerificationDto,
  VerificationDto,
  VerificationListDto,
} from './dto/identity-verification.dto.js';
import { ListVerificationsDto } from './dto/list-verifications.dto.js';
import {
  toCreatedVerification,
  toErasedMedia,
  toShortVerification,
  toVerification,
  toVerificationList,
} from './identity-verification.mapper.js';
import { VerificationFormPipe } from './verification-form.pipe.js';

const eitherOf = (...models: (abstract new () => object)[]) => ({
  oneOf: models.map((model) => ({ $ref: getSchemaPath(model as never) })),
});

@ApiController('identity-verifications')
@ApiExtraModels(
  CreateVerificationDto,
  CreateShortVerificationDto,
  CreatedVerificationDto,
  ShortVerificationDto,
)
export class IdentityVerificationsController {
  constructor(
    private readonly verifications: VerificationsService,
    private readonly erasure: MediaErasure,
  ) {}

  /** Starts a verification. The full form returns the address of the session; the short form emails it to the person. */
  @Post()
  @RequireScope('identity:write')
  @ApiBody({ schema: eitherOf(CreateVerificationDto, CreateShortVerificationDto) })
  @ApiCreatedResponse({ schema: eitherOf(CreatedVerificationDto, ShortVerificationDto) })
  async create(
    @CurrentPrincipal() { organizationId }: Principal,
    @Body(VerificationFormPipe) form: CreateVerificationDto | CreateShortVerificationDto,
  ): Promise<CreatedVerificationDto | ShortVerificationDto> {
    return form instanceof CreateShortVerificationDto
      ? toShortVerification(await this.verifications.createShort(organizationId, form))
      : toCreatedVerification(await this.verifications.create(organizationId, form));
  }

  /** Lists the organization's verifications, newest first. */
  @Get()
  @Paged('page')
  @RequireScope('identity:read')
  async list(
    @CurrentPrincipal() { organizationId }: Principal,
    @Query() query: ListVerificationsDto,
  ): Promise<VerificationListDto> {
    return toVerificationList(await this.verifications.list(organizationId, query), query);
  }

  /** Returns a verification with its events. */
  @Get(':verificationId')
  @EntityTag({ store: false })
  @Refuses(verificationNotFound())
  @RequireScope('identity:read')
  async get(
    @CurrentPrincipal() { organizationId }: Principal,
    @Param('verificationId', IdPipe) verificationId: number,
  ): Promise<VerificationDto> {
    return toVerification(await this.verifications.get(organizationId, verificationId));
  }

  /**
   * Erases the pictures and face descriptors of a verification that has ended; its report stays. Files that
   * the storage does not delete within a few seconds are deleted later: repeat the request to see how many are left.
   */
  @Delete(':verificationId/media')
  @Refuses(verificationNotFound(), verificationOpen())
  @RequireScope('identity:write')
  async eraseMedia(
    @CurrentPrincipal() { organizationId }: Principal,
    @Param('verificationId', IdPipe) verificationId: number,
  ): Promise<ErasedMediaDto> {
    return toErasedMedia(await this.erasure.erase(organizationId, verificationId));
  }
}
