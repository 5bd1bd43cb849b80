import { type Statement } from '../../platform/templates/statement.js';
import { type ReplayRange } from '../../webhooks/domain/replay-range.js';
import { readDeliveryFilter } from './delivery-filter.js';

type Field = 'from' | 'to' | 'endpoint';

export interface ReadReplayRange {
  /** Null unless both times are present and valid. */
  range: ReplayRange | null;
  /** The fields as typed. */
  entered: Partial<Record<Field, string>>;
  problems: Partial<Record<Field, Statement>>;
}

/** Reads the deliveries to replay. Without any field, no replay was requested and nothing is wrong. */
export function readReplayRange(
  { from, to, endpoint }: Readonly<Record<string, unknown>>,
  timeZone: string,
  endpointIds: readonly number[],
): ReadReplayRange {
  const { filter, entered, problems } = readDeliveryFilter({ from, to, endpoint }, timeZone, endpointIds);
  const missing = (['from', 'to'] as const).filter((field) => entered[field] === undefined);
  const isAsked = from !== undefined || to !== undefined;
  for (const field of isAsked ? missing : []) problems[field] = { key: 'dashboard.replay.timesMissing' };
  const { from: first, until, endpointId = null } = filter;
  const isRight = first && until && Object.keys(problems).length === 0;
  return { range: isRight ? { from: first, until, endpointId } : null, entered, problems };
}
