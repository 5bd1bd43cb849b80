import { type ArgumentMetadata, Injectable, type PipeTransform } from '@nestjs/common';
import { invalid } from '../errors.js';
import { parseId } from '../ids.js';

/** A path id, or 400 naming the parameter. */
@Injectable()
export class IdPipe implements PipeTransform<string, number> {
  transform(value: string, { data }: ArgumentMetadata): number {
    const id = parseId(value);
    if (id === null) throw notAnId(data ?? 'id');
    return id;
  }
}

export const notAnId = (field: string) => invalid({ field, message: `${field} must be a positive integer` });
