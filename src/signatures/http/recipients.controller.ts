import { Body, Delete, Get, HttpCode, Param, Patch, Post } from '@nestjs/common';
import { ApiController } from '../../auth/api-controller.decorator.js';
import { CurrentPrincipal } from '../../auth/current-principal.decorator.js';
import { type Principal } from '../../auth/principal.js';
import { refusedAll } from '../../common/errors.js';
import { EntityTag } from '../../common/http/entity-tag.decorator.js';
import { IdPipe } from '../../common/http/id.pipe.js';
import { Refuses } from '../../common/http/refuses.decorator.js';
import { processesOutdated } from '../../platform/processes/data-format.js';
import {
  notSent,
  notTheirTurn,
  requestClosed,
  scriptUnsupported,
  signatureNotFound,
} from '../internal/signature.errors.js';
import {
  approverIsSigner,
  copiesOnly,
  recipientActed,
  recipientNotFound,
  recipientRepeated,
  recipientRequired,
  unreadable,
} from '../recipients/internal/recipient.errors.js';
import { RecipientsService } from '../recipients/recipients.service.js';
import { ChangeSignerEmailDto } from './dto/change-signer-email.dto.js';
import { RecipientDto, RecipientListDto } from './dto/recipient.dto.js';
import { SendRecipientDto } from './dto/send-signature.dto.js';
import { MessageDto } from './dto/signature-response.dto.js';
import { toRecipient, toRecipientMessage, toRecipients } from './recipient.mapper.js';
import { toNewRecipients } from './send-signature.mapper.js';

const UNKNOWN = [signatureNotFound(), recipientNotFound()];
const NO_FONT = scriptUnsupported([
  { field: 'email', message: 'email has characters that cannot be drawn: ꦲ' },
]);

@ApiController('signatures/:signatureId/recipients')
export class RecipientsController {
  constructor(private readonly recipients: RecipientsService) {}

  /** Lists those who approve the request, read it, or get a copy. */
  @Get()
  @EntityTag({ store: true })
  @Refuses(signatureNotFound())
  async list(
    @CurrentPrincipal() { organizationId }: Principal,
    @Param('signatureId', IdPipe) signatureId: number,
  ): Promise<RecipientListDto> {
    return toRecipients(await this.recipients.list({ organizationId, signatureId }));
  }

  /** Adds somebody who gets a copy, once the request is sent. */
  @Post()
  @Refuses(
    signatureNotFound(),
    notSent(),
    requestClosed(),
    copiesOnly('approve'),
    recipientRepeated("Another recipient already has this address with the action 'copy'"),
    ...unreadable(),
    refusedAll([
      {
        code: 'too_many_recipients',
        field: 'email',
        message: 'A request has at most 100 signers and recipients together, but there are 101',
      },
    ]),
    NO_FONT,
    processesOutdated(3, ['process 4711 (web) on host a, which understands version 2']),
  )
  async add(
    @CurrentPrincipal() caller: Principal,
    @Param('signatureId', IdPipe) signatureId: number,
    @Body() body: SendRecipientDto,
  ): Promise<RecipientDto> {
    const [given] = toNewRecipients([body]);
    return toRecipient(await this.recipients.add(caller, signatureId, given!));
  }

  /** Sends a recipient's link again. */
  @Post(':recipientId/remind')
  @Refuses(...UNKNOWN, notSent(), requestClosed(), notTheirTurn(), recipientActed())
  @HttpCode(200)
  async remind(
    @CurrentPrincipal() caller: Principal,
    @Param('signatureId', IdPipe) signatureId: number,
    @Param('recipientId', IdPipe) recipientId: number,
  ): Promise<MessageDto> {
    return toRecipientMessage(await this.recipients.remind(caller, { signatureId, recipientId }));
  }

  /** Corrects the address of a recipient who has not acted. */
  @Patch(':recipientId')
  @Refuses(
    ...UNKNOWN,
    requestClosed(),
    recipientActed(),
    recipientRepeated("Another recipient already has this address with the action 'approve'"),
    approverIsSigner(),
    NO_FONT,
  )
  async changeEmail(
    @CurrentPrincipal() caller: Principal,
    @Param('signatureId', IdPipe) signatureId: number,
    @Param('recipientId', IdPipe) recipientId: number,
    @Body() { email }: ChangeSignerEmailDto,
  ): Promise<RecipientDto> {
    return toRecipient(await this.recipients.changeEmail(caller, { signatureId, recipientId }, email));
  }

  /** Removes a recipient for whom nobody waits. */
  @Delete(':recipientId')
  @Refuses(...UNKNOWN, recipientRequired(), recipientActed('The recipient has already read the document'))
  async remove(
    @CurrentPrincipal() caller: Principal,
    @Param('signatureId', IdPipe) signatureId: number,
    @Param('recipientId', IdPipe) recipientId: number,
  ): Promise<RecipientDto> {
    return toRecipient(await this.recipients.remove(caller, { signatureId, recipientId }));
  }
}
