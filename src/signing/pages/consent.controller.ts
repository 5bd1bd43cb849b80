import { Get, Post, Req, Res, UseInterceptors } from '@nestjs/common';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { Admission } from '../../common/admission.js';
import { notFound } from '../../common/errors.js';
import { whileClientWaits } from '../../common/http/client-signal.js';
import { declaredBytes } from '../../common/http/declared-bytes.js';
import { type FormLimits, type PostedForm, postedForm } from '../../common/http/multipart.js';
import { timeZoneOf } from '../../common/time-zones.js';
import { Settings } from '../../platform/config/settings.js';
import { HostedPages } from '../../platform/pages/hosted-pages.decorator.js';
import { Download, NoContent, type PageResult, Redirect } from '../../platform/pages/page.js';
import { MAX_STROKES_JSON } from '../domain/drawn-mark.js';
import { type PostedFields, textOf } from '../domain/posted-fields.js';
import { type FieldProblem } from '../domain/sign-form.js';
import { mayFillIn, obstacleTo, reachableStep, stepAfter } from '../domain/signing-step.policy.js';
import { type Visit } from '../domain/visit.js';
import { FormUploads, MAX_FILE_BYTES, MAX_FILES_BYTES } from '../form-uploads.js';
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
/** A page without scripts has a control for the files of each field, of which there are up to 1,000. */
const LIMITS_OF_ENTRIES: FormLimits = {
  ...LIMITS,
  fileBytes: MAX_FILE_BYTES,
  files: { most: 1_001, bytes: MAX_FILES_BYTES },
};
/** Maximum bytes kept of a form besides its files: the fields, whose excess is dropped. */
const LARGEST_FIELDS = MAX_PICTURE_BYTES;
const MIB = 1024 * 1024;
/** Sent by the button that goes on without scripts. */
const GO_ON = 'continue';
/** Sent by a script with files that were chosen, and the button that removes a file, with its id. */
const FILES = 'files';
const REMOVE = 'remove';
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
    private readonly uploads: FormUploads,
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
    const keep = async (sender: Visit, { fields, files, signal }: SentForm) => {
      const kept = await this.drafts.keep(sender, fields);
      if (kept === null) return new Redirect(addressesOf(sender.token).landing);
      if (kept.secret !== null) rememberBrowser(reply, sender, kept.secret, this.settings, KEPT_FOR);
      const visit = { ...sender, browser: kept.secret ?? sender.browser };
      const removed = textOf(fields, REMOVE);
      if (/^\d{1,15}$/.test(removed)) await this.uploads.remove(visit, Number(removed));
      const refused = await this.uploads.receive(visit, files, signal);
      if (fields[GO_ON] !== undefined && refused.length === 0) return this.goOn(visit, fields);
      const isShown = [GO_ON, FILES, REMOVE].some((name) => fields[name] !== undefined);
      return isShown ? this.again(visit, refused, fields) : new NoContent();
    };
    return this.receive(arrival, request, keep, LIMITS_OF_ENTRIES);
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
    limits: FormLimits = LIMITS,
  ): Promise<PageResult> {
    const { signature } = await this.access.find(arrival);
    const receive = async (signal: AbortSignal) => {
      const form = await postedForm(request, limits);
      // A multipart body had not been read when the visit was built.
      return act({ ...arrival, timeZone: timeZoneOf(form.fields.timeZone) }, { ...form, signal });
    };
    const largest = (limits.files?.bytes ?? limits.fileBytes) + LARGEST_FIELDS;
    const bytes = request.isMultipart() ? declaredBytes(request, largest) : 0;
    const receiveWatched = (overdue: AbortSignal) => whileClientWaits(request, receive, overdue);
    return this.admission.run(String(signature.organizationId), receiveWatched, undefined, bytes);
  }

  /** The rest of the form, or the next screen. */
  private async goOn(visit: Visit, fields: PostedFields): Promise<PageResult> {
    const context = await this.access.find(visit);
    const more = await this.documents.nextOfForm(visit, context, fields);
    return more ?? new Redirect(addressesOf(visit.token)[stepAfter(context.signature, 'document')]);
  }

  /** The form with the files that it has now, and why others were refused. */
  private async again(visit: Visit, refused: FieldProblem[], fields: PostedFields): Promise<PageResult> {
    const context = await this.access.find(visit);
    if (!mayFillIn(context)) return new Redirect(addressesOf(visit.token).landing);
    return this.documents.form(visit, context, refused, fields);
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
