import { type EntityManager } from 'typeorm';
import { invalid } from '../../common/errors.js';
import { type SendDetails } from '../domain/send-details.js';
import { scheduledAfterExpiry } from './signature.errors.js';

type Deadlines = Pick<SendDetails, 'expiresDate' | 'scheduledDate'>;
type Facts = Record<'expiresPast' | 'scheduledPast' | 'scheduledLate', boolean>;

const FACTS = `
  select coalesce($1::timestamptz <= app_now(), false) as "expiresPast",
    coalesce($2::timestamptz <= app_now(), false) as "scheduledPast",
    coalesce($2::timestamptz >= $1::timestamptz, false) as "scheduledLate"`;

/**
 * Compares by the database's clock, like every deadline.
 * @throws AppError 400 naming each member in the past; `scheduled_after_expiry`
 */
export async function assertDeadlinesAhead(
  manager: EntityManager,
  { expiresDate, scheduledDate }: Deadlines,
): Promise<void> {
  const [facts] = await manager.query<[Facts]>(FACTS, [expiresDate, scheduledDate]);
  const past = [
    ...(facts.expiresPast ? [inThePast('expiresDate', expiresDate!)] : []),
    ...(facts.scheduledPast ? [inThePast('scheduledDate', scheduledDate!)] : []),
  ];
  if (past.length > 0) throw invalid(...past);
  if (facts.scheduledLate) throw scheduledAfterExpiry(scheduledDate!, expiresDate!);
}

const inThePast = (field: keyof Deadlines, date: Date) => ({
  field,
  message: `${field} is ${date.toISOString()}, but must be in the future`,
});
