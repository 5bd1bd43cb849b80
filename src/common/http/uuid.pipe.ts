import { type ArgumentMetadata, Injectable, type PipeTransform } from '@nestjs/common';
import { isUUID } from 'class-validator';
import { invalid } from '../errors.js';

/** A UUID in a path, in lower case, or 400 naming the parameter. */
@Injectable()
export class UuidPipe implements PipeTransform<string, string> {
  transform(value: string, { data }: ArgumentMetadata): string {
    if (!isUUID(value)) throw notAUuid(data ?? 'id');
    return value.toLowerCase();
  }
}

export const notAUuid = (field: string) => invalid({ field, message: `${field} must be a UUID` });
