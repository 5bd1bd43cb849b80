import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { mergeMap, type Observable, of } from 'rxjs';
import { type FormKeeper } from '../../accounts/kept-form.queries.js';
import { KeptForms } from '../../accounts/kept-forms.js';
import { type PageResult, Redirect } from '../../platform/pages/page.js';
import { nextAddress } from '../domain/next-address.js';
import { ConfirmFirst } from './confirm-first.js';
import { type DashboardRequest } from './dashboard-visit.decorator.js';
import { type Fields, textOf } from './form-fields.js';

/**
 * Keeps a form whose sender must enter the password first, and returns it to its handler afterwards (`onward`). The
 * handler need not know.
 */
@Injectable()
export class KeptFormsInterceptor implements NestInterceptor {
  constructor(private readonly forms: KeptForms) {}

  async intercept(context: ExecutionContext, next: CallHandler<PageResult>): Promise<Observable<PageResult>> {
    const request = context.switchToHttp().getRequest<DashboardRequest>();
    if (request.method !== 'POST') return next.handle();
    const { kept } = request.query as Fields;
    if (kept !== undefined) {
      const form = await this.forms.take(request.dashboardVisit!, kept);
      // The current body is the confirmation form, which this handler must not read.
      if (form?.path !== pathOf(request)) return of(new Redirect(nextAddress(fieldsOf(request).next)));
      request.body = form.fields;
    }
    return next.handle().pipe(mergeMap((result) => this.keep(request, result)));
  }

  private async keep(request: DashboardRequest, result: PageResult): Promise<PageResult> {
    if (!(result instanceof ConfirmFirst)) return result;
    const fields = { ...fieldsOf(request) };
    delete fields.formToken;
    const kept = await this.forms.keep(request.dashboardVisit!, { path: pathOf(request), fields });
    return new ConfirmFirst(result.address, kept);
  }
}

const pathOf = ({ url }: DashboardRequest) => url.split('?')[0]!;
const fieldsOf = ({ body }: DashboardRequest) => (body ?? {}) as Fields;

/** Continues after a confirmation: with the kept form or, without one, to the address that required it. */
export async function onward(
  forms: KeptForms,
  keeper: FormKeeper,
  { kept, next }: Fields,
): Promise<Redirect> {
  const form = await forms.find(keeper, kept);
  return form ? new Redirect(`${form.path}?kept=${textOf(kept)}`, 307) : new Redirect(nextAddress(next));
}

/** What the confirmation page carries from one try to the next, and whether a form is kept. */
export async function waitingOf(forms: KeptForms, keeper: FormKeeper, { kept, next }: Fields) {
  const waits = (await forms.find(keeper, kept)) !== null;
  return { next: nextAddress(next), kept: waits ? textOf(kept) : null };
}
