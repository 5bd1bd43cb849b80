import { notFound } from '../../common/errors.js';

/** The number of a document in an address; the first without one. @throws AppError 404 if it is none */
export function documentNumber(value: unknown): number {
  if (value === undefined) return 1;
  if (typeof value !== 'string' || !/^[1-9]\d?$/.test(value)) throw notFound('Document');
  return Number(value);
}
