import { type EntityManager, type FindOneOptions, In, IsNull, Not } from 'typeorm';
import { stateOf } from './domain/request-state.js';
import { OPEN_STATUSES, type SignatureStatus } from './domain/signature.state.js';
import { notADraft, signatureNotFound } from './internal/signature.errors.js';
import { Signature } from './signature.entity.js';
import { Signer } from './signers/signer.entity.js';

export interface RequestKey {
  organizationId: number;
  signatureId: number;
}

/** A request is live until it is cancelled. */
export const LIVE_REQUEST = { deletedAt: IsNull() };
/** The same as an SQL condition. @param request - the alias of the table */
export const isLive = (request: string) => `${request}.deleted_at is null`;
/** What members still see of cancelled requests, as an SQL condition: those that were more than drafts, until retention empties them. */
export const isKeptCancelled = (request: string) =>
  `${request}.deleted_at is not null and ${request}.status <> 'draft' and ${request}.contents_removed_at is null`;
const CANCELLED = { deletedAt: Not(IsNull()) };
/** The same as `isKeptCancelled`. */
const KEPT_CANCELLED = { ...CANCELLED, status: Not('draft' as const), contentsRemovedAt: IsNull() };

interface Wanted {
  /** Any by default. */
  statuses?: readonly SignatureStatus[];
  /** Locks the row until the transaction ends. */
  lock?: boolean;
}

/** The request, or null if there is none in this organization, it was cancelled or it has another status. */
export function findLiveRequest(
  manager: EntityManager,
  { organizationId, signatureId: id }: RequestKey,
  { statuses, lock }: Wanted = {},
): Promise<Signature | null> {
  const status = statuses && { status: In([...statuses]) };
  return manager.findOne(Signature, {
    where: { id, organizationId, ...LIVE_REQUEST, ...status },
    ...locked(lock),
  });
}

/** The request while signers may act, or null. */
export const findOpenRequest = (manager: EntityManager, key: RequestKey, wanted: Pick<Wanted, 'lock'> = {}) =>
  findLiveRequest(manager, key, { ...wanted, statuses: OPEN_STATUSES });

/** The request if it was cancelled, or null. */
export function findCancelledRequest(
  manager: EntityManager,
  { organizationId, signatureId: id }: RequestKey,
): Promise<Signature | null> {
  return manager.findOneBy(Signature, { id, organizationId, ...CANCELLED });
}

/**
 * The request as members see it at the dashboard, where cancelled ones stay until retention empties them.
 * @throws AppError 404 if there is none in this organization, or it is a cancelled draft or an emptied one
 */
export async function getShownRequest(
  manager: EntityManager,
  { organizationId, signatureId: id }: RequestKey,
): Promise<Signature> {
  const own = { id, organizationId };
  const request = await manager.findOneBy(Signature, [
    { ...own, ...LIVE_REQUEST },
    { ...own, ...KEPT_CANCELLED },
  ]);
  if (!request) throw signatureNotFound();
  return request;
}

/** The request, cancelled or not; null if there is none in this organization. */
export function findAnyRequest(
  manager: EntityManager,
  { organizationId, signatureId: id }: RequestKey,
  { lock }: Pick<Wanted, 'lock'> = {},
): Promise<Signature | null> {
  return manager.findOne(Signature, { where: { id, organizationId }, ...locked(lock) });
}

/** As `findAnyRequest`. @throws EntityNotFoundError */
export function getAnyRequest(
  manager: EntityManager,
  { organizationId, signatureId: id }: RequestKey,
  { lock }: Pick<Wanted, 'lock'> = {},
): Promise<Signature> {
  return manager.findOneOrFail(Signature, { where: { id, organizationId }, ...locked(lock) });
}

/** @throws AppError 404 if there is none in this organization, or it was cancelled */
export async function getLiveRequest(
  manager: EntityManager,
  key: RequestKey,
  wanted: Pick<Wanted, 'lock'> = {},
): Promise<Signature> {
  const request = await findLiveRequest(manager, key, wanted);
  if (!request) throw signatureNotFound();
  return request;
}

/** @throws AppError as `getLiveRequest`, and 400 `not_a_draft` */
export async function getDraft(
  manager: EntityManager,
  key: RequestKey,
  wanted: Pick<Wanted, 'lock'> = {},
): Promise<Signature> {
  const request = await getLiveRequest(manager, key, wanted);
  if (request.status !== 'draft') throw notADraft();
  return request;
}

/** The request's signers in the order given. */
export function signersOf(
  manager: EntityManager,
  { organizationId, id }: Pick<Signature, 'organizationId' | 'id'>,
): Promise<Signer[]> {
  return manager.find(Signer, { where: { organizationId, signatureId: id }, order: { id: 'ASC' } });
}

/** Whether the request's deadline has passed by the database's clock. */
export async function isPastDeadline(
  manager: EntityManager,
  { organizationId, id }: Pick<Signature, 'organizationId' | 'id'>,
): Promise<boolean> {
  const rows = await manager.query<{ past: boolean }[]>(
    'select coalesce(expires_date <= app_now(), false) as past from signatures where id = $1 and organization_id = $2',
    [id, organizationId],
  );
  return rows[0]?.past ?? true;
}

const locked = (lock: boolean | undefined): Pick<FindOneOptions, 'lock'> =>
  lock ? { lock: { mode: 'pessimistic_write' } } : {};

/** The states of requests, cancelled or not, by id. */
export async function requestStates(
  manager: EntityManager,
  organizationId: number,
  ids: readonly number[],
): Promise<Map<number, SignatureStatus | 'cancelled'>> {
  const found = await manager.find(Signature, {
    select: { id: true, status: true, deletedAt: true },
    where: { organizationId, id: In([...ids]) },
  });
  return new Map(found.map((request) => [request.id, stateOf(request)]));
}
