import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { type Observable } from 'rxjs';
import { VisitRecords } from '../visit-records.service.js';
import { visitIn } from './visit.decorator.js';

/** Whoever sends a form has opened the link, which is recorded before what the form does: scripts may be off. */
@Injectable()
export class OpeningForms implements NestInterceptor {
  constructor(private readonly visits: VisitRecords) {}

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    await this.visits.recordOpened(visitIn(context), 'form');
    return next.handle();
  }
}
