import { Injectable } from '@nestjs/common';
import { type FastifyRequest } from 'fastify';
import { type BrandChange } from '../../brands/brands.js';
import { LogoEncoder, type LogoProblem } from '../../brands/logo-encoder.js';
import { Admission } from '../../common/admission.js';
import { forbidden } from '../../common/errors.js';
import { whileClientWaits } from '../../common/http/client-signal.js';
import { declaredBytes } from '../../common/http/declared-bytes.js';
import { type PostedForm, postedForm } from '../../common/http/multipart.js';
import { type TaskOwner } from '../../platform/child-process/task-slots.js';
import { LOCALES } from '../../platform/templates/locales.js';
import {
  type BrandProblems,
  problem,
  readBrandFields,
  type TypedBrand,
} from '../domain/brand-fields.policy.js';
import { isSameToken } from './dashboard-cookies.js';
import { type DashboardVisit } from './dashboard-visit.decorator.js';
import { textOf } from './form-fields.js';

const MIB = 1024 * 1024;
const LIMITS = { fileBytes: MIB, fieldBytes: 4 * 1024 };
/** Maximum bytes kept of a form: the logo, and the fields, whose excess is dropped. */
const LARGEST_FORM = 2 * MIB;
/** Forms held in memory at once, in total and per organization: each preview is one. */
const FORM_LIMITS = { total: 64, perKey: 8, totalBytes: 48 * MIB, bytesPerKey: 12 * MIB };

/** The form of a brand: the typed text, its meaning and its problems. */
export interface BrandForm {
  typed: TypedBrand;
  removesLogo: boolean;
  change: BrandChange;
  problems: BrandProblems;
}

/** Receives the form of a brand, for saving or previewing it. */
@Injectable()
export class BrandForms {
  private readonly admission = new Admission(FORM_LIMITS, 'forms of brands');

  constructor(private readonly logos: LogoEncoder) {}

  /** @throws AppError 403 for a form of another page, 413, 429 or 503; 400 `client_gone` if the client has gone */
  receive({ organizationId, formToken }: DashboardVisit, request: FastifyRequest): Promise<BrandForm> {
    const receive = async (signal: AbortSignal) => {
      const form = await postedForm(request, LIMITS);
      if (!isSameToken(form.fields.formToken, formToken))
        throw forbidden('This form was not sent from a current page of the dashboard');
      return this.read(form, { tenant: organizationId, signal });
    };
    const bytes = request.isMultipart() ? declaredBytes(request, LARGEST_FORM) : 0;
    return this.admission.run(
      String(organizationId),
      (overdue) => whileClientWaits(request, receive, overdue),
      undefined,
      bytes,
    );
  }

  private async read({ fields, file }: PostedForm, owner: TaskOwner): Promise<BrandForm> {
    const typed = {
      name: textOf(fields.name),
      // The button next to a colour that is hard to read.
      color: textOf(fields.nearestColor) || textOf(fields.color),
      contactLine: textOf(fields.contactLine),
      contactEmail: textOf(fields.contactEmail),
      locale: textOf(fields.locale),
      timeZone: textOf(fields.timeZone),
    };
    const { brand, problems } = readBrandFields(typed, LOCALES);
    const removesLogo = fields.removeLogo === 'yes';
    const logo = await this.readLogo(file, owner);
    if (typeof logo === 'string')
      return {
        typed,
        removesLogo,
        change: { ...brand, logo: 'keep' },
        problems: { ...problems, ...wrong(logo) },
      };
    return {
      typed,
      removesLogo,
      change: { ...brand, logo: logo ?? (removesLogo ? 'remove' : 'keep') },
      problems,
    };
  }

  /** The logo, or the problem with it; null if no file was chosen. */
  private async readLogo(file: Buffer | null, owner: TaskOwner) {
    if (file === null) return 'too_many_bytes' as const;
    if (file.length === 0) return null;
    const result = await this.logos.encode(file, owner);
    return 'problem' in result ? result.problem : result;
  }
}

const wrong = (what: LogoProblem | 'too_many_bytes'): BrandProblems => ({ logo: problem(`logo.${what}`) });
