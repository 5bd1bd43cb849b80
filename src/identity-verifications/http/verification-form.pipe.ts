import { Injectable, type PipeTransform } from '@nestjs/common';
import { createValidationPipe } from '../../common/validation/validation.pipe.js';
import { CreateShortVerificationDto, CreateVerificationDto } from './dto/create-verification.dto.js';

/**
 * Tells the two forms apart and validates each by its own rules: a body with `name` or `callbackUrl` is the short
 * form, every other one the full form. A mixture names the fields that its form does not know.
 */
@Injectable()
export class VerificationFormPipe implements PipeTransform {
  private readonly validation = createValidationPipe();

  async transform(body: unknown): Promise<CreateVerificationDto | CreateShortVerificationDto> {
    const metatype = isShortForm(body) ? CreateShortVerificationDto : CreateVerificationDto;
    const value = withMetadataAsJson(body);
    return (await this.validation.transform(value, { type: 'body', metatype })) as
      CreateVerificationDto | CreateShortVerificationDto;
  }
}

function isShortForm(body: unknown): boolean {
  return isObject(body) && ('name' in body || 'callbackUrl' in body);
}

/** As text, `metadata` passes the validation's own clean-up, which would drop keys such as `constructor`. */
function withMetadataAsJson(body: unknown): unknown {
  return isObject(body) && 'metadata' in body ? { ...body, metadata: JSON.stringify(body.metadata) } : body;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
