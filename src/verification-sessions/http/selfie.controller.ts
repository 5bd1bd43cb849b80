import { Controller, Header, Headers, HttpCode, Param, Post, Req, Res, UseGuards } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiExcludeController } from '@nestjs/swagger';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { uploadedFile } from '../../common/http/multipart.js';
import { type BegunChallenge } from '../../identity-verifications/liveness-challenges.js';
import { PageThrottlerGuard } from '../../platform/pages/page-throttler.guard.js';
import { type FrameAnswer, MAX_FRAME_BYTES, SelfieFrames } from '../selfie-frames.js';
import { SessionTokenPipe } from './session-token.pipe.js';

/** Receives the selfie page's requests: one to start, then one frame after another. */
@Controller('verify')
@UseGuards(PageThrottlerGuard)
@ApiExcludeController()
export class SelfieController {
  constructor(private readonly frames: SelfieFrames) {}

  /** 201 with the first instruction, or 200 if no selfie is due. */
  @Post(':token/challenge')
  @Header('cache-control', 'no-store')
  async begin(
    @Param('token', SessionTokenPipe) token: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<BegunChallenge | { state: 'over' }> {
    const begun = await this.frames.begin(token);
    void reply.status(begun ? 201 : 200);
    return begun ?? { state: 'over' };
  }

  /** One JPEG, with the challenge's nonce; the response has the next instruction. */
  @Post(':token/frames')
  @HttpCode(200)
  @Header('cache-control', 'no-store')
  @RouteConfig({ acceptsFile: true })
  async frame(
    @Param('token', SessionTokenPipe) token: string,
    @Headers('x-challenge-nonce') nonce: string | undefined,
    @Req() request: FastifyRequest,
  ): Promise<FrameAnswer> {
    return this.frames.receive(token, nonce ?? '', {
      request,
      maxBytes: MAX_FRAME_BYTES,
      readInto: (file) => uploadedFile(request, MAX_FRAME_BYTES, file),
    });
  }
}
