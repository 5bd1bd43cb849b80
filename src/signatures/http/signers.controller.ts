import { Body, HttpCode, Param, Patch, Post } from '@nestjs/common';
import { ApiController } from '../../auth/api-controller.decorator.js';
import { CurrentPrincipal } from '../../auth/current-principal.decorator.js';
import { type Principal } from '../../auth/principal.js';
import { IdPipe } from '../../common/http/id.pipe.js';
import { Refuses } from '../../common/http/refuses.decorator.js';
import {
  emailTaken,
  notSent,
  requestClosed,
  scriptUnsupported,
  signatureNotFound,
  signerAlreadySigned,
  signerNotFound,
  signerRejected,
} from '../internal/signature.errors.js';
import { approverIsSigner } from '../recipients/internal/recipient.errors.js';
import { SignersService } from '../signers/signers.service.js';
import { ChangeSignerEmailDto } from './dto/change-signer-email.dto.js';
import { MessageDto, SignerSummaryDto } from './dto/signature-response.dto.js';
import { toReminderMessage, toSignerSummary } from './signature.mapper.js';

/** Refusals for a signer who can no longer be reached, or not yet. */
const UNREACHABLE = [
  signatureNotFound(),
  signerNotFound(),
  notSent(),
  requestClosed(),
  signerAlreadySigned(),
  signerRejected(),
];

@ApiController('signatures/:signatureId/signers')
export class SignersController {
  constructor(private readonly signers: SignersService) {}

  /** Reminds a signer who has not signed. */
  @Post(':signerId/notification')
  @Refuses(...UNREACHABLE)
  @HttpCode(200)
  async remind(
    @CurrentPrincipal() caller: Principal,
    @Param('signatureId', IdPipe) signatureId: number,
    @Param('signerId', IdPipe) signerId: number,
  ): Promise<MessageDto> {
    return toReminderMessage(await this.signers.remind(caller, { signatureId, signerId }));
  }

  /** Changes the address of a signer who has not signed. */
  @Patch(':signerId')
  @Refuses(
    ...UNREACHABLE,
    emailTaken(),
    approverIsSigner(),
    scriptUnsupported([{ field: 'email', message: 'email has characters that cannot be drawn: ꦲ' }]),
  )
  async changeEmail(
    @CurrentPrincipal() caller: Principal,
    @Param('signatureId', IdPipe) signatureId: number,
    @Param('signerId', IdPipe) signerId: number,
    @Body() { email }: ChangeSignerEmailDto,
  ): Promise<SignerSummaryDto> {
    return toSignerSummary(await this.signers.changeEmail(caller, { signatureId, signerId }, email));
  }
}
