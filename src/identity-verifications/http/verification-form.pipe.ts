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
    return (await this.validation.transform(body, { type: 'body', metatype })) as
      CreateVerificationDto | CreateShortVerificationDto;
  }
}

function isShortForm(body: unknown): boolean {
  return typeof body === 'object' && body !== null && ('name' in body || 'callbackUrl' in body);
}
