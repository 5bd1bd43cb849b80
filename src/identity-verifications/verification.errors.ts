import { AppError, notFound, refused } from '../common/errors.js';

export const verificationNotFound = () => notFound('Identity verification');
export const verificationOpen = () =>
  refused('verification_open', 'Media can be erased once the verification has ended');
export const reportNotAvailable = () =>
  new AppError(
    404,
    'The document report is not available: the verification is not completed or failed',
    'report_not_available',
  );
