import { RequestMethod, type Type } from '@nestjs/common';
import { METHOD_METADATA, MODULE_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import { DashboardModule } from '../../src/dashboard/dashboard.module.js';

/** A page or form that a controller of the dashboard declares. */
export interface DashboardRoute {
  method: string;
  /** Below `/dashboard`, such as `deliveries/:id`. */
  path: string;
}

/** What the dashboard serves that is not a page: files, pictures, streams, and redirects. */
export const NO_PAGES = [
  'live',
  'signatures/export.csv',
  'signatures/export.zip',
  'signatures/:id/:kind',
  'signatures/:id/trail.json',
  'signatures/:id/presented',
  'signatures/:id/first-page',
  'templates/:id/export.zip',
  'templates/:id/presented',
  'verifications/export.csv',
  'reviews/next',
  'reviews/pictures/:token',
  'deliveries/:id/answers/:attempt',
  'settings/trust/authority.cer',
  'activity/export.csv',
  'activity/export.json',
];

export function declaredRoutes(): DashboardRoute[] {
  const controllers = Reflect.getMetadata(MODULE_METADATA.CONTROLLERS, DashboardModule) as Type[];
  return controllers.flatMap((controller) => {
    const bases = [Reflect.getMetadata(PATH_METADATA, controller) as string | string[]].flat();
    const prototype = controller.prototype as Record<string, object>;
    return Object.getOwnPropertyNames(prototype)
      .map((name) => prototype[name]!)
      .filter((handler) => Reflect.hasMetadata(METHOD_METADATA, handler))
      .flatMap((handler) => {
        const method = RequestMethod[Reflect.getMetadata(METHOD_METADATA, handler) as RequestMethod];
        const below = String(Reflect.getMetadata(PATH_METADATA, handler));
        return bases.map((base) => ({
          method,
          path: `${base}/${below}`.split('/').filter(Boolean).slice(1).join('/'),
        }));
      });
  });
}
