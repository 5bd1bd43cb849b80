import { type EntityManager } from 'typeorm';
import { ORGANIZATIONS } from '../organizations/organization.queries.js';
import { type PageBrand } from '../platform/pages/page-brand.js';
import { pageBrand } from './domain/page-brand.js';

/** An organization's stored choices; null where it has chosen nothing. */
export interface Brand {
  name: string;
  /** `#rrggbb`. */
  color: string | null;
  contactLine: string | null;
  contactEmail: string | null;
  locale: string | null;
  /** The IANA zone of times in mails. */
  timeZone: string | null;
  /** Whether the organization is for tests, which is never chosen. */
  isTest: boolean;
  logo: StoredLogo | null;
}

export interface StoredLogo {
  token: string;
  storageKey: string;
  width: number;
  height: number;
}

const BRAND = `
  select o.name, o.accent_color as color, o.contact_line as "contactLine", o.contact_email as "contactEmail",
    o.default_locale as locale, o.time_zone as "timeZone", o.is_test as "isTest",
    case when l.token is not null then json_build_object(
      'token', l.token, 'storageKey', l.storage_key, 'width', l.width, 'height', l.height) end as logo
  from ${ORGANIZATIONS} o left join organization_logos l on l.organization_id = o.id
  where o.id = $1`;

const LOGO_KEY = 'select storage_key as "storageKey" from organization_logos where token = $1';

const PUT_LOGO = `
  insert into organization_logos (organization_id, token, storage_key, width, height)
  values ($1, $2, $3, $4, $5)
  on conflict (organization_id) do update set token = excluded.token, storage_key = excluded.storage_key,
    width = excluded.width, height = excluded.height, created_at = excluded.created_at`;

/** @throws Error for an unknown organization */
export async function findBrand(manager: EntityManager, organizationId: number): Promise<Brand> {
  const [brand] = await manager.query<Brand[]>(BRAND, [organizationId]);
  if (!brand) throw new Error(`there is no organization ${organizationId}`);
  return brand;
}

/** The look of an organization's hosted pages. */
export async function pageBrandOf(manager: EntityManager, organizationId: number): Promise<PageBrand> {
  const { logo, ...brand } = await findBrand(manager, organizationId);
  return pageBrand(brand, logo && { ...logo, address: `/brand/logos/${logo.token}.png` });
}

/** The key of a logo's file, in any organization; null for a token without a logo, or whose logo was replaced. */
export async function logoKeyOf(manager: EntityManager, token: string): Promise<string | null> {
  const [found] = await manager.query<{ storageKey: string }[]>(LOGO_KEY, [token]);
  return found?.storageKey ?? null;
}

export async function putLogo(tx: EntityManager, organizationId: number, logo: StoredLogo): Promise<void> {
  await tx.query(PUT_LOGO, [organizationId, logo.token, logo.storageKey, logo.width, logo.height]);
}

export async function deleteLogo(tx: EntityManager, organizationId: number): Promise<void> {
  await tx.query('delete from organization_logos where organization_id = $1', [organizationId]);
}
