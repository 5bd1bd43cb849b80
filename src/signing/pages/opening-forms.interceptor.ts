import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { type Observable } from 'rxjs';
import { VisitRecords } from '../visit-records.js';
import { visitIn } from './visit.decorator.js';

/** Records that the link was opened before handling a form, since scripts that report it may be off. */
@Injectable()
export class OpeningForms implements NestInterceptor {
  constructor(private readonly visits: VisitRecords) {}

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    await this.visits.recordOpened(visitIn(context), 'form');
    return next.handle();
  }
}
