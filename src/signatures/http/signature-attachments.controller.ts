import { Get, Param, Res } from '@nestjs/common';
import { ApiOkResponse } from '@nestjs/swagger';
import { type FastifyReply } from 'fastify';
import { ApiController } from '../../auth/api-controller.decorator.js';
import { CurrentPrincipal } from '../../auth/current-principal.decorator.js';
import { type Principal } from '../../auth/principal.js';
import { overloaded } from '../../common/errors.js';
import { EntityTag } from '../../common/http/entity-tag.decorator.js';
import { IdPipe } from '../../common/http/id.pipe.js';
import { Refuses } from '../../common/http/refuses.decorator.js';
import { FILE_TYPES } from '../../forms/files.js';
import { contentDisposition } from '../../platform/pages/page.js';
import { attachmentNotFound, Attachments } from '../form/attachments.js';
import { signatureNotFound } from '../internal/signature.errors.js';
import { toAttachments } from './attachment.mapper.js';
import { AttachmentListDto } from './dto/attachment.dto.js';

const FILE = { schema: { type: 'string', format: 'binary' } } as const;

@ApiController('signatures/:signatureId/attachments')
export class SignatureAttachmentsController {
  constructor(private readonly attachments: Attachments) {}

  /** Lists the files that signers gave into the form and signed: attachments, pictures and stamps. */
  @Get()
  @EntityTag({ store: true })
  @Refuses(signatureNotFound())
  async list(
    @CurrentPrincipal() { organizationId }: Principal,
    @Param('signatureId', IdPipe) signatureId: number,
  ): Promise<AttachmentListDto> {
    return toAttachments(await this.attachments.list({ organizationId, signatureId }));
  }

  /** Downloads a file that a signer gave into the form. */
  @Get(':fileId')
  @ApiOkResponse({ content: Object.fromEntries(FILE_TYPES.map((type) => [type, FILE])) })
  @Refuses(signatureNotFound(), attachmentNotFound(), overloaded())
  async download(
    @CurrentPrincipal() caller: Principal,
    @Param('signatureId', IdPipe) signatureId: number,
    @Param('fileId', IdPipe) fileId: number,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const key = { organizationId: caller.organizationId, signatureId };
    const { bytes, mimeType, fileName } = await this.attachments.download(caller, key, fileId, reply);
    await reply
      .header('content-disposition', contentDisposition('attachment', fileName))
      .type(mimeType)
      .send(bytes);
  }
}
