import { type ArgumentMetadata, Injectable, type PipeTransform } from '@nestjs/common';
import { invalid } from '../errors.js';
import { parseId } from '../ids.js';

/** A path id, or 400 naming the parameter. */
@Injectable()
export class IdPipe implements PipeTransform<string, number> {
  transform(value: string, { data }: ArgumentMetadata): number {
    const id = parseId(value);
    if (id === null)
      throw invalid({ field: data ?? 'id', message: `${data ?? 'id'} must be a positive integer` });
    return id;
  }
}
