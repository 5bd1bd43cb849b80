import { ApiExtension } from '@nestjs/swagger';
import { type AppError } from '../errors.js';
import { errorBody } from './error-body.js';

/** Key in the OpenAPI document, whose builder turns them into responses. */
export const REFUSALS = 'x-refusals';

/**
 * Declares the errors of an operation beyond those of its guards, parameters and body. Each is an example, thrown by
 * the same function as the real one.
 */
export const Refuses = (...errors: AppError[]): MethodDecorator =>
  ApiExtension(REFUSALS, errors.map(errorBody));
