import { DashboardModule } from '../../src/dashboard/dashboard.module.js';
import { routesOf } from './declared-routes.js';

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
  'signatures/:id/archive',
  'signatures/:id/documents/:n/:kind',
  'signatures/:id/attachments/:fileId',
  'signatures/:id/trail.json',
  'signatures/:id/presented',
  'signatures/:id/first-page',
  'templates/:id/export.zip',
  'templates/:id/presented',
  'bulk-sends/:id/example.csv',
  'bulk-sends/:id/rows/:number/document',
  'bulk-sends/:id/errors.csv',
  'bulk-sends/:id/results.csv',
  'verifications/export.csv',
  'reviews/next',
  'reviews/pictures/:token',
  'deliveries/:id/answers/:attempt',
  'settings/trust/authority.cer',
  'activity/export.csv',
  'activity/export.json',
];

export function declaredRoutes(): DashboardRoute[] {
  return routesOf(DashboardModule).map(({ method, path }) => ({
    method,
    path: path.split('/').slice(2).join('/'),
  }));
}
