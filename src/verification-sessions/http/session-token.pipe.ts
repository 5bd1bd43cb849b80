import { Injectable, type PipeTransform } from '@nestjs/common';
import { notFound } from '../../common/errors.js';

const TOKEN = /^[0-9a-f]{64}$/;

/** Passes well-formed tokens of session links; otherwise 404. */
@Injectable()
export class SessionTokenPipe implements PipeTransform<string, string> {
  transform(token: string): string {
    if (!TOKEN.test(token)) throw notFound('Session');
    return token;
  }
}
