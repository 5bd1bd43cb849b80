import { type ArgumentMetadata, Injectable, type PipeTransform } from '@nestjs/common';
import { isUUID } from 'class-validator';
import { invalid } from '../errors.js';

/** A UUID in a path, in lower case, or 400 naming the parameter. */
@Injectable()
export class UuidPipe implements PipeTransform<string, string> {
  transform(value: string, { data }: ArgumentMetadata): string {
    if (!isUUID(value)) throw invalid({ field: data ?? 'id', message: `${data ?? 'id'} must be a UUID` });
    return value.toLowerCase();
  }
}
