import { Body, Delete, Get, Param, Post, Query } from '@nestjs/common';
import { ApiBody, ApiCreatedResponse, ApiExtraModels, getSchemaPath } from '@nestjs/swagger';
import { ApiController } from '../../auth/api-controller.decorator.js';
import { CurrentPrincipal } from '../../auth/current-principal.decorator.js';
import { type Principal } from '../../auth/principal.js';
import { RequireScope } from '../../auth/scope.guard.js';
import { IdPipe } from '../../common/http/id.pipe.js';
import { CreateShortVerificationDto, CreateVerificationDto } from './dto/create-verification.dto.js';
import {
  CreatedVerificationDto,
  ErasedMediaDto,
  ShortVerificationDto,
  VerificationDto,
  VerificationListDto,
} from './dto/identity-verification.dto.js';
import { ListVerificationsDto } from './dto/list-verifications.dto.js';
import { VerificationFormPipe } from './verification-form.pipe.js';
import { VerificationsApi } from './verifications-api.service.js';

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
  constructor(private readonly verifications: VerificationsApi) {}

  @Post()
  @RequireScope('identity:write')
  @ApiBody({ schema: eitherOf(CreateVerificationDto, CreateShortVerificationDto) })
  @ApiCreatedResponse({ schema: eitherOf(CreatedVerificationDto, ShortVerificationDto) })
  create(
    @CurrentPrincipal() principal: Principal,
    @Body(VerificationFormPipe) form: CreateVerificationDto | CreateShortVerificationDto,
  ): Promise<CreatedVerificationDto | ShortVerificationDto> {
    return form instanceof CreateShortVerificationDto
      ? this.verifications.createShort(principal, form)
      : this.verifications.create(principal, form);
  }

  @Get()
  @RequireScope('identity:read')
  list(
    @CurrentPrincipal() principal: Principal,
    @Query() query: ListVerificationsDto,
  ): Promise<VerificationListDto> {
    return this.verifications.list(principal, query);
  }

  @Get(':verificationId')
  @RequireScope('identity:read')
  get(
    @CurrentPrincipal() principal: Principal,
    @Param('verificationId', IdPipe) verificationId: number,
  ): Promise<VerificationDto> {
    return this.verifications.get(principal, verificationId);
  }

  /** Erases the pictures and face descriptors of a verification that has ended; its report stays (ours). */
  @Delete(':verificationId/media')
  @RequireScope('identity:write')
  eraseMedia(
    @CurrentPrincipal() principal: Principal,
    @Param('verificationId', IdPipe) verificationId: number,
  ): Promise<ErasedMediaDto> {
    return this.verifications.eraseMedia(principal, verificationId);
  }
}
