import { type Office } from './office.js';
import { type OfficePage, pagesOf, sendUnchecked, type, unfold } from './office-page.js';

const owner = pagesOf((office) => office.owner);
const founder = pagesOf((office) => office.founder);

const templatePage =
  (which: keyof Office['templates'], step = ''): OfficePage['address'] =>
  ({ templates }) =>
    `templates/${templates[which]}${step}`;

/** The pages of templates. */
export const TEMPLATE_PAGES: readonly OfficePage[] = [
  owner('templates', 'templates'),
  owner('templates: nothing found', 'templates?q=nothing+like+it'),
  owner('templates: archived, by name', 'templates?state=archived&sortBy=name&sortOrder=asc'),
  founder('templates: none', 'templates'),
  owner('template', templatePage('used')),
  owner('template: to rename', templatePage('used'), unfold('Name and description')),
  owner('template: to archive', templatePage('used'), unfold('Archive this template')),
  owner('template: not published', templatePage('faulty')),
  owner('template: archived', templatePage('archived')),
  owner('template-new', 'templates/new'),
  owner('template-import', 'templates/import'),
  owner('template-document', templatePage('used', '/document')),
  owner('template-document: with fields that do not fit', templatePage('faulty', '/document')),
  owner('template-roles', templatePage('used', '/roles')),
  owner(
    'template-roles: wrong',
    templatePage('used', '/roles'),
    type('Turn', 'first', sendUnchecked('Save and continue')),
  ),
  owner('template-fields', templatePage('used', '/fields')),
  owner('template-fields: as numbers', templatePage('used', '/fields?table')),
  owner('template-publish', templatePage('used', '/publish')),
  owner('template-publish: with faults', templatePage('faulty', '/publish')),
  owner('template-differences', templatePage('used', '/differences')),
  owner('template-use', templatePage('used', '/use')),
  owner(
    'template-use: wrong',
    templatePage('used', '/use'),
    type('Email address', 'anna', sendUnchecked('Send the request')),
  ),
];
