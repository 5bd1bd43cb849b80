import { ApiExtension } from '@nestjs/swagger';
import { type AppError } from '../errors.js';
import { errorBody } from './error-body.js';

/** Where the OpenAPI document is told of them; its builder makes responses of them. */
export const REFUSALS = 'x-refusals';

/**
 * Declares the errors that an operation answers beyond those that its guards, parameters and body bring with them. Each is an
 * example, thrown by the same function as the real one.
 */
export const Refuses = (...errors: AppError[]): MethodDecorator =>
  ApiExtension(REFUSALS, errors.map(errorBody));
