/** A month of requests and verifications, for the charts. */
export const MONTH = `
  insert into organization_days (organization_id, day, sent, completed, approved, not_approved)
  select $1, (app_now() at time zone 'UTC')::date - ago, 40 + ago * 7 % 31, 30 + ago * 11 % 23, ago * 5 % 13, ago * 3 % 4
  from generate_series(0, 29) as ago`;
