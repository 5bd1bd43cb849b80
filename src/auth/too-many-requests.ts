import { AppError } from '../common/errors.js';

/** Seconds that a refused caller is asked to wait, in Retry-After and Retry-After-App. */
export const RETRY_AFTER_SECONDS = 60;

export const tooManyRequests = () => new AppError(429, 'ThrottlerException: Too Many Requests');
