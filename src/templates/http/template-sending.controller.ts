import { Body, Param, Post } from '@nestjs/common';
import { ApiExtraModels } from '@nestjs/swagger';
import { ApiController } from '../../auth/api-controller.decorator.js';
import { CurrentPrincipal } from '../../auth/current-principal.decorator.js';
import { type Principal } from '../../auth/principal.js';
import { AppError, overloaded, refused, refusedAll } from '../../common/errors.js';
import { IdPipe } from '../../common/http/id.pipe.js';
import { Refuses } from '../../common/http/refuses.decorator.js';
import { SentSignatureDto, SignatureResponseDto } from '../../signatures/http/dto/signature-response.dto.js';
import { toSentSignature, toSignature } from '../../signatures/http/signature.mapper.js';
import {
  templateArchived,
  templateNotFound,
  templateNotPublished,
  templateVersionUnknown,
} from '../template.errors.js';
import { TemplateSendings } from '../template-sendings.js';
import { RolePersonDto, SendTemplateDto } from './dto/send-template.dto.js';
import { toSending } from './template-input.js';

const fault = (code: string, field: string, problem: string) =>
  refusedAll([{ code, field, message: `${field} ${problem}` }]);
const REFUSALS = [
  templateNotFound(),
  templateArchived(),
  templateNotPublished(),
  templateVersionUnknown(7),
  fault('role_missing', 'roles.landlord', 'is missing: the template needs this role'),
  fault('role_unknown', 'roles.agent', 'is no role of the template'),
  fault('role_email_repeated', 'roles.landlord.email', 'repeats roles.tenant.email'),
  fault('value_unknown', 'values.rennt', 'belongs to no field of the template'),
  fault('value_invalid', 'values.rent', 'must be a decimal number'),
  fault('value_missing', 'values.rent', 'is missing: the field is required and nobody else can fill it in'),
  fault('entry_does_not_fit', 'values.note', 'is 12 characters too long for its place'),
  fault('value_hidden', 'values.spouse', 'would never be shown, because the other values hide the field'),
  fault('condition_on_signature', 'fields[2].showIf', 'hides a signature'),
  refused(
    'processes_outdated',
    'This request needs version 2 of the data format, but not every running process understands it',
  ),
  refused('scheduled_after_expiry', 'scheduledDate must be before expiresDate'),
  new AppError(400, 'subject has symbols that no installed font has', 'script_unsupported'),
  overloaded(),
];

@ApiController('templates/:templateId')
@ApiExtraModels(RolePersonDto)
export class TemplateSendingController {
  constructor(private readonly sendings: TemplateSendings) {}

  /** Sends a request made from a published version. The answer is the same as that of sending a draft. */
  @Post('send')
  @Refuses(...REFUSALS)
  async send(
    @CurrentPrincipal() caller: Principal,
    @Param('templateId', IdPipe) templateId: number,
    @Body() body: SendTemplateDto,
  ): Promise<SentSignatureDto> {
    return toSentSignature(await this.sendings.send(caller, templateId, await toSending(body)));
  }

  /** Creates a draft from a published version, to be changed before it is sent. */
  @Post('drafts')
  @Refuses(...REFUSALS)
  async draft(
    @CurrentPrincipal() caller: Principal,
    @Param('templateId', IdPipe) templateId: number,
    @Body() body: SendTemplateDto,
  ): Promise<SignatureResponseDto> {
    return toSignature(await this.sendings.draft(caller, templateId, await toSending(body)));
  }
}
