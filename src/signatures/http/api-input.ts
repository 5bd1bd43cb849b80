import { Injectable, type Type } from '@nestjs/common';
import { createValidationPipe } from '../../common/validation/validation.pipe.js';
import { type FieldPlacement } from '../domain/field-placement.js';
import { type SendDetails } from '../domain/send-details.js';
import { type DraftDetails } from '../internal/signature.queries.js';
import { RequestInput } from '../request-input.port.js';
import { CreateDraftDto } from './dto/create-draft.dto.js';
import { PlaceFieldsDto } from './dto/document-fields.dto.js';
import { SendSignatureDto } from './dto/send-signature.dto.js';
import { toSendDetails } from './send-signature.mapper.js';

/** Validates with the DTOs of the API. */
@Injectable()
export class ApiInput extends RequestInput {
  private readonly pipe = createValidationPipe();

  draft(body: object): Promise<DraftDetails> {
    return this.read(CreateDraftDto, body);
  }

  async fields(fields: unknown): Promise<FieldPlacement[]> {
    return (await this.read(PlaceFieldsDto, { fields })).fields;
  }

  async sending(body: object): Promise<SendDetails> {
    return toSendDetails(await this.read(SendSignatureDto, body));
  }

  private read<Dto>(metatype: Type<Dto>, body: object): Promise<Dto> {
    return this.pipe.transform(body, { type: 'body', metatype }) as Promise<Dto>;
  }
}
