import { Injectable, type PipeTransform } from '@nestjs/common';
import { invalid } from '../../common/errors.js';
import { createValidationPipe } from '../../common/validation/validation.pipe.js';
import { CreateShortVerificationDto, CreateVerificationDto } from './dto/create-verification.dto.js';

/**
 * Validates each of the two forms by its own rules: a body with `name` or `callbackUrl` is the short form, any other
 * the full form. For a mix of both, the error names the fields that do not belong.
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

/** Turns `metadata` into text, since validation would drop keys such as `constructor`. */
function withMetadataAsJson(body: unknown): unknown {
  if (!isObject(body) || !('metadata' in body)) return body;
  return { ...body, metadata: JSON.stringify(body.metadata, (_key, value: unknown) => finite(value)) };
}

/** JSON has no infinity: a number such as 1e400 is parsed as one and would be stored as null. */
function finite(value: unknown): unknown {
  if (typeof value !== 'number' || Number.isFinite(value)) return value;
  const message = 'metadata must not contain numbers above 1.8e308 in absolute value';
  throw invalid({ field: 'metadata', message });
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
