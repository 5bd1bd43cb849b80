import { Injectable } from '@nestjs/common';
import { FramedPage, type FramedScripts } from '../../platform/pages/page.js';
import { DEFAULT_LOCALE } from '../../platform/templates/locales.js';
import { TemplateRenderer } from '../../platform/templates/template-renderer.js';
import { awaitedBefore } from '../../signatures/domain/signing-order.policy.js';
import { localeOfVisit, NO_LANGUAGES } from '../domain/signer-language.js';
import { type SigningContext } from '../domain/signing-context.js';
import { isHandOverAllowed } from '../domain/signing-step.policy.js';
import { NOWHERE } from '../signing-addresses.js';
import { type PreviewedScreen, SigningPreviews } from '../signing-previews.port.js';
import { ConsentPages } from './consent-pages.js';
import { drawnFiles, toDocumentModel } from './document-form.view-model.js';
import { toFormPage } from './form.view-model.js';
import {
  toCodeModel,
  toDocumentModels,
  toIdentityModel,
  toLandingModel,
  toSideModel,
} from './signing-page.view-model.js';

/** Screens drawn by scripts. Only the document's scripts fetch anything. */
const SCRIPTS: Partial<Record<PreviewedScreen, FramedScripts>> = { document: 'fetching', consent: 'offline' };
/** Stands for the name that an identity check will provide. */
const UNKNOWN_NAME = '…';

/** Previews of the signing pages, from their own templates and models. */
@Injectable()
export class PagePreviews extends SigningPreviews {
  constructor(
    private readonly consents: ConsentPages,
    private readonly templates: TemplateRenderer,
  ) {
    super();
  }

  page(context: SigningContext, screen: PreviewedScreen, file: string): FramedPage {
    const model = {
      ...this.model(context, screen),
      mayHandOver: offersHandOver(context, screen),
      addresses: NOWHERE,
      documents: toDocumentModels(context, NOWHERE),
      next: NOWHERE.consent,
      drawn: drawnFiles(context, file),
    };
    const locale = localeOfVisit(NO_LANGUAGES, context);
    const view = screen === 'not-your-turn' ? 'side' : screen;
    return new FramedPage(`signing/${view}`, model, locale, SCRIPTS[screen]);
  }

  private model(context: SigningContext, screen: PreviewedScreen): object {
    switch (screen) {
      case 'not-your-turn':
        return toSideModel(context, 'not_your_turn').model;
      case 'landing':
        return toLandingModel(context);
      case 'code':
        return toCodeModel(context, true);
      case 'document': {
        const paper = this.templates.book('paper', context.signature.locale ?? DEFAULT_LOCALE);
        const form = toFormPage(NO_LANGUAGES, context, null, {}, this.templates);
        return { ...toDocumentModel(context, null, paper), ...form };
      }
      case 'identity':
        return toIdentityModel(context);
      case 'consent': {
        const verifiedName = context.signature.requireVerification ? UNKNOWN_NAME : null;
        return this.consents.show(NO_LANGUAGES, { ...context, verifiedName }, null).model;
      }
      case 'done':
        return toSideModel(onceSigned(context), 'signed').model;
    }
  }
}

/** If a code is required, only the screens after it do. */
function offersHandOver({ signature }: SigningContext, screen: PreviewedScreen): boolean {
  const isAfterCode = screen === 'document' || screen === 'identity';
  return isHandOverAllowed(signature) && (isAfterCode || signature.type !== 'advanced');
}

/** The context as if this signer had signed now, after everyone whose turn comes first. */
function onceSigned(context: SigningContext): SigningContext {
  const { signer, signers, now } = context;
  const ids = [signer, ...awaitedBefore(context, signer).signers].map(({ id }) => id);
  const then = signers.map((each) =>
    ids.includes(each.id) ? { ...each, status: 'signed' as const, signedAt: now } : each,
  );
  return { ...context, signer: then.find(({ id }) => id === signer.id)!, signers: then };
}
