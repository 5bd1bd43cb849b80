import { Body, Delete, Get, Param, Put, Query, Res } from '@nestjs/common';
import { ApiExtraModels, ApiOkResponse, getSchemaPath } from '@nestjs/swagger';
import { type FastifyReply } from 'fastify';
import { ApiController } from '../../auth/api-controller.decorator.js';
import { CurrentPrincipal } from '../../auth/current-principal.decorator.js';
import { type Principal } from '../../auth/principal.js';
import { overloaded } from '../../common/errors.js';
import { EntityTag } from '../../common/http/entity-tag.decorator.js';
import { IdPipe } from '../../common/http/id.pipe.js';
import { Refuses } from '../../common/http/refuses.decorator.js';
import { contentDisposition } from '../../platform/pages/page.js';
import { fieldsOverlap, redrawnDocumentFields, signedDocumentFields } from '../domain/field-placement.js';
import { DraftForms } from '../form/draft-forms.js';
import { FormData } from '../form/form-data.js';
import {
  documentNotFound,
  fieldsInForm,
  formNotFound,
  notADraft,
  scriptUnsupported,
  signatureNotFound,
} from '../internal/signature.errors.js';
import { FormDataDto, FormDataQueryDto, FormDto, FormValuesDto, PutFormDto } from './dto/form.dto.js';
import { MessageDto } from './dto/signature-response.dto.js';
import { definitionRefusals, toForm, valueRefusals } from './form.mapper.js';
import { toFormCsv, toFormData, toXfdf } from './form-data.mapper.js';

const XFDF = 'application/vnd.adobe.xfdf';

@ApiController('signatures/:signatureId')
export class SignatureFormsController {
  constructor(
    private readonly forms: DraftForms,
    private readonly data: FormData,
  ) {}

  /** Defines the draft's form, with its sender's values and the address of each role; it replaces an earlier one. */
  @Put('form')
  @Refuses(
    signatureNotFound(),
    documentNotFound(),
    notADraft(),
    fieldsInForm(),
    fieldsOverlap('fields[1].places[0]', 'fields[0].places[0]', 1),
    signedDocumentFields("fields[0].places[0] on page 1 is of kind 'date'"),
    redrawnDocumentFields(),
    scriptUnsupported([{ field: 'fields[0].text', message: 'fields[0].text has letters without a font' }]),
    ...definitionRefusals('fields[0]'),
  )
  async define(
    @CurrentPrincipal() caller: Principal,
    @Param('signatureId', IdPipe) signatureId: number,
    @Body() { roles, fields, signers }: PutFormDto,
  ): Promise<FormDto> {
    return toForm(await this.forms.define(caller, signatureId, { roles, fields, signers }));
  }

  /** Returns the request's form in its normal form, with the values of its sender. */
  @Get('form')
  @EntityTag({ store: true })
  @Refuses(signatureNotFound(), formNotFound())
  async get(
    @CurrentPrincipal() { organizationId }: Principal,
    @Param('signatureId', IdPipe) signatureId: number,
  ): Promise<FormDto> {
    return toForm(await this.forms.read({ organizationId, signatureId }));
  }

  /** Takes the form away from the draft, with its fields and values. */
  @Delete('form')
  @Refuses(signatureNotFound(), formNotFound(), notADraft())
  async remove(
    @CurrentPrincipal() caller: Principal,
    @Param('signatureId', IdPipe) signatureId: number,
  ): Promise<MessageDto> {
    await this.forms.remove(caller, signatureId);
    return { message: 'The form was deleted' };
  }

  /** Fills in the sender's values by key, beside those that are there; null takes one away. */
  @Put('form/values')
  @Refuses(
    signatureNotFound(),
    formNotFound(),
    notADraft(),
    scriptUnsupported([{ field: 'fields[0].value', message: 'fields[0].value has letters without a font' }]),
    ...valueRefusals('values.rent'),
    overloaded(),
  )
  async fill(
    @CurrentPrincipal() caller: Principal,
    @Param('signatureId', IdPipe) signatureId: number,
    @Body() { values }: FormValuesDto,
  ): Promise<FormDto> {
    return toForm(await this.forms.fill(caller, signatureId, values));
  }

  /** Returns what signers have filled in and signed, as JSON, CSV or XFDF. Hidden and empty fields are left out. */
  @Get('form-data')
  @ApiOkResponse({
    content: {
      'application/json': { schema: { $ref: getSchemaPath(FormDataDto) } },
      'text/csv': { schema: { type: 'string' } },
      [XFDF]: { schema: { type: 'string' } },
    },
  })
  @ApiExtraModels(FormDataDto)
  @Refuses(signatureNotFound(), formNotFound())
  async results(
    @CurrentPrincipal() { organizationId }: Principal,
    @Param('signatureId', IdPipe) signatureId: number,
    @Query() { format }: FormDataQueryDto,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const values = await this.data.read({ organizationId, signatureId });
    if (format === 'json') return void (await reply.send(toFormData(values)));
    const isCsv = format === 'csv';
    const fileName = `form-${signatureId}.${format}`;
    await reply
      .header('content-disposition', contentDisposition('attachment', fileName))
      .type(isCsv ? 'text/csv; charset=utf-8' : XFDF)
      .send(isCsv ? toFormCsv(values) : toXfdf(values));
  }
}
