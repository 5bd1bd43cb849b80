import { Get, Post, Req, Res, UseInterceptors } from '@nestjs/common';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { Admission } from '../../common/admission.js';
import { notFound } from '../../common/errors.js';
import { whileClientWaits } from '../../common/http/client-signal.js';
import { declaredBytes } from '../../common/http/declared-bytes.js';
import { type PostedForm, postedForm } from '../../common/http/multipart.js';
import { timeZoneOf } from '../../common/time-zones.js';
import { Settings } from '../../platform/config/settings.js';
import { HostedPages } from '../../platform/pages/hosted-pages.decorator.js';
import { Download, NoContent, type PageResult, Redirect } from '../../platform/pages/page.js';
import { type BrowserTie } from '../browser-tie.js';
import { MAX_STROKES_JSON } from '../domain/drawn-mark.js';
import { type PostedFields } from '../domain/posted-fields.js';
import { obstacleTo, reachableStep, stepAfter } from '../domain/signing-step.policy.js';
import { type Visit } from '../domain/visit.js';
import { MAX_PICTURE_BYTES, PictureUploads } from '../picture-uploads.js';
import { SignDrafts } from '../sign-drafts.js';
import { SigningService } from '../signing.service.js';
import { SigningAccess } from '../signing-access.js';
import { addressesOf } from '../signing-addresses.js';
import { ConsentPages } from './consent-pages.js';
import { DocumentPages } from './document-pages.js';
import { OpeningForms } from './opening-forms.interceptor.js';
import { CurrentVisit, rememberBrowser } from './visit.decorator.js';

const LIMITS = { fileBytes: MAX_PICTURE_BYTES, fieldBytes: MAX_STROKES_JSON + 1 };
/** Maximum bytes kept of a form: the picture, and the fields, whose excess is dropped. */
const LARGEST_FORM = 2 * MAX_PICTURE_BYTES;
const MIB = 1024 * 1024;
/** Sent by the button that goes on without scripts. */
const GO_ON = 'continue';
/** How long a browser can get back its entries, in seconds: a month. */
const KEPT_FOR = 30 * 24 * 3_600;
/** Forms held in memory at once, in total and per organization. */
export const FORM_LIMITS = { total: 256, perKey: 192, totalBytes: 128 * MIB, bytesPerKey: 96 * MIB };

/** A submitted form. */
interface SentForm extends PostedForm {
  /** Aborts if the client disconnects. */
  signal: AbortSignal;
}

/** Receives the signer's form: to save it, to upload a signature's picture, and to sign. */
@HostedPages('sign')
export class ConsentController {
  private readonly admission = new Admission(FORM_LIMITS, 'forms of signers');

  constructor(
    private readonly access: SigningAccess,
    private readonly signing: SigningService,
    private readonly pictures: PictureUploads,
    private readonly drafts: SignDrafts,
    private readonly pages: ConsentPages,
    private readonly documents: DocumentPages,
    private readonly settings: Settings,
  ) {}

  /**
   * Saves the entries that the document's scripts post while it is filled in. Without scripts, a form's page posts them
   * to go on.
   */
  @Post(':token/entries')
  async keep(
    @CurrentVisit() arrival: Visit,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<PageResult> {
    return this.receive(arrival, request, async (visit, { fields }) => {
      const kept = await this.drafts.keep(visit, fields);
      if (kept === null) return new Redirect(addressesOf(visit.token).landing);
      if (kept.secret !== null) rememberBrowser(reply, visit, kept.secret, this.settings, KEPT_FOR);
      return fields[GO_ON] === undefined ? new NoContent() : this.goOn(visit, kept, fields);
    });
  }

  @Post(':token/consent')
  @UseInterceptors(OpeningForms)
  async sign(
    @CurrentVisit() arrival: Visit,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<PageResult> {
    return this.receive(arrival, request, (visit, form) =>
      holdsPicture(form) ? this.takePicture(visit, form, reply) : this.signWith(visit, form),
    );
  }

  @Post(':token/picture')
  @UseInterceptors(OpeningForms)
  async upload(
    @CurrentVisit() arrival: Visit,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<PageResult> {
    return this.receive(arrival, request, (visit, form) => this.takePicture(visit, form, reply));
  }

  @Get(':token/picture')
  async picture(@CurrentVisit() visit: Visit): Promise<Download> {
    const png = await this.pictures.show(visit);
    if (!png) throw notFound('Picture');
    return new Download(png, 'image/png', 'signature.png', 'inline');
  }

  /** @throws AppError 404 for a token that was never issued, 429 or 503 for too many at once, before the body is read */
  private async receive(
    arrival: Visit,
    request: FastifyRequest,
    act: (visit: Visit, form: SentForm) => Promise<PageResult>,
  ): Promise<PageResult> {
    const { signature } = await this.access.find(arrival);
    const receive = async (signal: AbortSignal) => {
      const form = await postedForm(request, LIMITS);
      // A multipart body had not been read when the visit was built.
      return act({ ...arrival, timeZone: timeZoneOf(form.fields.timeZone) }, { ...form, signal });
    };
    const bytes = request.isMultipart() ? declaredBytes(request, LARGEST_FORM) : 0;
    const receiveWatched = (overdue: AbortSignal) => whileClientWaits(request, receive, overdue);
    return this.admission.run(String(signature.organizationId), receiveWatched, undefined, bytes);
  }

  /** The rest of the form, or the next screen. */
  private async goOn(arrival: Visit, { secret }: BrowserTie, fields: PostedFields): Promise<PageResult> {
    const visit = { ...arrival, browser: secret ?? arrival.browser };
    const context = await this.access.find(visit);
    const more = await this.documents.nextOfForm(visit, context, fields);
    return more ?? new Redirect(addressesOf(visit.token)[stepAfter(context.signature, 'document')]);
  }

  private async signWith(visit: Visit, form: SentForm): Promise<PageResult> {
    const outcome = await this.signing.sign(visit, form.fields);
    const addresses = addressesOf(visit.token);
    switch (outcome?.kind) {
      case 'signed':
        return new Redirect(addresses.done);
      case 'incomplete':
        return new Redirect(addresses[outcome.step]);
      case 'invalid':
        return this.pages.again(visit, outcome.context, outcome.problems, form.fields);
      case 'unseen':
        return this.pages.showMark(visit, outcome.context, form.fields);
      case 'unfilled':
        return this.documents.form(visit, outcome.context, outcome.problems, form.fields);
      case 'form_changed':
        return this.pages.showForm(visit, outcome.context, form.fields);
      case 'outdated':
        return this.pages.showEarlier(visit, outcome.context, form.fields);
      case undefined:
        return new Redirect(addresses.landing);
    }
  }

  /** Does not sign yet: the signer first sees the cleaned picture. */
  private async takePicture(
    arrival: Visit,
    { fields, file, signal }: SentForm,
    reply: FastifyReply,
  ): Promise<PageResult> {
    const { refusal, secret } = await this.pictures.receive(arrival, file, signal);
    if (secret !== null) rememberBrowser(reply, arrival, secret, this.settings, KEPT_FOR);
    const visit = { ...arrival, browser: secret ?? arrival.browser };
    const context = await this.access.find(visit);
    if (obstacleTo(context) !== null) return new Redirect(addressesOf(visit.token).landing);
    const screen = fields.from === 'document' ? 'document' : 'consent';
    const step = reachableStep(context, screen);
    if (step !== screen) return new Redirect(addressesOf(visit.token)[step]);
    const problems = refusal === null ? [] : [{ field: 'picture', problem: refusal }];
    if (step === 'document') return this.documents.form(visit, context, problems);
    return this.pages.again(visit, context, problems, { ...fields, method: 'uploaded' });
  }
}

/** Whether a file was chosen, and the signer does not draw or type. */
function holdsPicture({ fields, file }: PostedForm): boolean {
  const isOtherWay = fields.method === 'drawn' || fields.method === 'typed';
  return !isOtherWay && (file === null || file.length > 0);
}
