/** The end of an hour in which cases came in, with its end as ISO 8601. */
export const MAIL_HOUR_OF_REVIEWS = 'reviews.mail-hour';

export interface ReviewHourJobPayload extends Record<string, unknown> {
  organizationId: number;
  endsAt: string;
}
