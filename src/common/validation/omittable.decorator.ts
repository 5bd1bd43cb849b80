import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { IsOptional } from 'class-validator';

/** A member of a body that may be left out; null means the same, since many clients write what they lack so. */
export function Omittable(): PropertyDecorator {
  return applyDecorators(
    IsOptional(),
    Transform(({ value }: { value: unknown }) => value ?? undefined),
  );
}
