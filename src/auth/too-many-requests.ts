import { AppError } from '../common/errors.js';

/** The contract's 429; the error filter adds Retry-After and Retry-After-App. */
export const tooManyRequests = () => new AppError(429, 'ThrottlerException: Too Many Requests');
