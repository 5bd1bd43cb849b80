import { Injectable } from '@nestjs/common';
import { FramedPage, type FramedScripts } from '../../platform/pages/page.js';
import { localeOfVisit, NO_LANGUAGES } from '../domain/signer-language.js';
import { type SigningContext } from '../domain/signing-context.js';
import { type SigningStep } from '../domain/signing-step.policy.js';
import { NOWHERE } from '../signing-addresses.js';
import { SigningPreviews } from '../signing-previews.port.js';
import { ConsentPages } from './consent-pages.service.js';
import { toDocumentModel } from './document-form.view-model.js';
import { toCodeModel, toIdentityModel, toLandingModel } from './signing-page.view-model.js';

/** Screens that are drawn by scripts. Only the document's have something to fetch. */
const SCRIPTS: Partial<Record<SigningStep, FramedScripts>> = { document: 'fetching', consent: 'offline' };
/** In place of the name that a check of identity will find. */
const UNKNOWN_NAME = '…';

/** Previews of the signing pages, from their own templates and models. */
@Injectable()
export class PagePreviews extends SigningPreviews {
  constructor(private readonly consents: ConsentPages) {
    super();
  }

  page(context: SigningContext, step: SigningStep, file: string): FramedPage {
    const model = { ...this.model(context, step), addresses: NOWHERE, next: NOWHERE.consent, drawn: file };
    const locale = localeOfVisit(NO_LANGUAGES, context);
    return new FramedPage(`signing/${step}`, model, locale, SCRIPTS[step]);
  }

  private model(context: SigningContext, step: SigningStep): object {
    switch (step) {
      case 'landing':
        return toLandingModel(context);
      case 'code':
        return toCodeModel(context, true);
      case 'document':
        return toDocumentModel(context, null);
      case 'identity':
        return toIdentityModel(context);
      case 'consent': {
        const verifiedName = context.signature.requireVerification ? UNKNOWN_NAME : null;
        return this.consents.show(NO_LANGUAGES, { ...context, verifiedName }, null).model;
      }
    }
  }
}
