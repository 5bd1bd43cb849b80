import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { type Observable } from 'rxjs';
import { ReaderAccess } from '../reader-access.js';
import { visitIn } from './visit.decorator.js';

/** Records that the link was opened before handling a form, since scripts that report it may be off. */
@Injectable()
export class OpeningReaderForms implements NestInterceptor {
  constructor(private readonly access: ReaderAccess) {}

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    await this.access.recordOpened(visitIn(context), 'form');
    return next.handle();
  }
}
