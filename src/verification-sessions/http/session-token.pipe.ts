import { Injectable, type PipeTransform } from '@nestjs/common';
import { notFound } from '../../common/errors.js';
import { isLinkToken } from '../../platform/crypto/tokens.js';

/** Passes well-formed tokens of session links; otherwise 404. */
@Injectable()
export class SessionTokenPipe implements PipeTransform<string, string> {
  transform(token: string): string {
    if (!isLinkToken(token)) throw notFound('Session');
    return token;
  }
}
