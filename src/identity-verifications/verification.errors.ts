import { AppError, notFound, refused } from '../common/errors.js';

export const verificationNotFound = () => notFound('Identity verification');
export const verificationOpen = () =>
  refused('verification_open', 'Media can be erased only once the verification has ended');
export const reportNotAvailable = () =>
  new AppError(
    404,
    'The document report is not available yet: the verification is neither completed nor failed',
    'report_not_available',
  );
