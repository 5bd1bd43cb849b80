import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Page } from 'playwright-core';
import { VIEWS_DIR } from '../../src/platform/config/paths.js';

/** A control of a form that someone fills in, or several with one name, as a browser shows them. */
export interface ReadControl {
  name: string;
  /** The text in it or the chosen options; nothing for a file control. */
  values: string[];
  /** The options to choose from. */
  options: string[];
  /** Whether text is typed, rather than chosen among options. */
  isTyped: boolean;
  isPassword: boolean;
  /** Marked as invalid. */
  isWrong: boolean;
  /** The sentences beside it, except for its hint. */
  errors: string[];
  /** Whether it is folded away together with its error. */
  isHidden: boolean;
}

interface ReadForm {
  /** Below `/dashboard/`. */
  action: string;
  controls: ReadControl[];
}

/** Reads the forms of a page as the browser understands them. Nothing of the page runs or is loaded. */
const READ = `(html) => {
  const page = new DOMParser().parseFromString(html, 'text/html');
  const isFilled = ({ name, type, tagName, classList }) =>
    name && tagName !== 'BUTTON' && tagName !== 'FIELDSET' && type !== 'hidden' && !classList.contains('unseen');
  const isChoice = ({ type, tagName }) => tagName === 'SELECT' || type === 'radio' || type === 'checkbox';
  const valuesOf = (control) =>
    control.type === 'file' || (/^(radio|checkbox)$/.test(control.type) && !control.checked) ? [] : [control.value];
  const errorsOf = (control, form) => {
    const ids = [control, control.closest('fieldset')].flatMap((one) => (one?.getAttribute('aria-describedby') ?? '').split(' '));
    return ids
      .map((id) => id && page.getElementById(id))
      .filter((told) => told && form.contains(told) && !told.classList.contains('hint'))
      .map((told) => told.textContent.trim());
  };
  const controlOf = (name, all, form) => ({
    name,
    values: all.flatMap(valuesOf),
    options: all.flatMap((one) => (one.tagName === 'SELECT' ? [...one.options].map(({ value }) => value) : [one.value])),
    isTyped: !all.every(isChoice),
    isPassword: all.some(({ type }) => type === 'password'),
    isWrong: all.every((one) => [one, one.closest('fieldset')].some((part) => part?.getAttribute('aria-invalid') === 'true')),
    errors: [...new Set(all.flatMap((one) => errorsOf(one, form)))],
    isHidden: all.some((one) => one.closest('details:not([open])') !== null),
  });
  return [...page.forms].map((form) => {
    const controls = [...form.elements].filter(isFilled);
    const names = [...new Set(controls.map(({ name }) => name))];
    return {
      action: (form.getAttribute('action') ?? '').replace(/^\\/dashboard\\/?/, ''),
      controls: names.map((name) => controlOf(name, controls.filter((one) => one.name === name), form)),
    };
  });
}`;

/** @param blank - any page of a browser */
export const readForms = (blank: Page, html: string): Promise<ReadForm[]> =>
  blank.evaluate<ReadForm[]>(`(${READ})(${JSON.stringify(html)})`);

/** A form in the source of the views. */
interface ViewForm {
  method: string;
  view: string;
  /** Whether it is sent to a route, given the path that the route declares. */
  isSentTo: (path: string) => boolean;
  /** Whether it has anything to fill in except check boxes and radio buttons. */
  isFilledIn: boolean;
}

const FORM = /<form\b([^>]*)>([\s\S]*?)<\/form>/g;
const FILLED_IN =
  /\{\{> (?:partials\/field|dashboard\/(?:language-field|time-field|prepare-upload))|<(?:select|textarea)[^>]* name=|<input(?![^>]*(?:unseen|type="(?:hidden|checkbox|radio)"))[^>]* name=/;
const CHOICE = /\{\{#if [^}]*\}\}([^{]*)\{\{else\}\}([^{]*)\{\{\/if\}\}/g;

/** The addresses that are not in the views, as routes declare them. */
const ADDRESSES: Record<string, string> = {
  'dashboard/delivery.hbs': 'endpoint|endpoints/:id',
  'dashboard/endpoint.hbs': 'endpoint|endpoints/:id',
  'dashboard/endpoint-delete.hbs': 'endpoint|endpoints/:id',
  'dashboard/endpoint-headers.hbs': 'endpoint|endpoints/:id',
  'dashboard/endpoint-retry.hbs': 'endpoint|endpoints/:id',
  'dashboard/endpoint-secret.hbs': 'endpoint|endpoints/:id',
  'dashboard/finder.hbs': 'signatures|templates|verifications|deliveries|activity',
  'dashboard/join.hbs': 'invitation/:token',
  'dashboard/prepare-fields-editor.hbs': 'signatures/:id|signatures/:id/documents/:n|templates/:id',
  'dashboard/prepare-fields-table.hbs': 'signatures/:id|signatures/:id/documents/:n|templates/:id',
  'dashboard/sign-on-enter.hbs': 'sign-in/with/:code',
  'dashboard/welcome.hbs': 'welcome/:token|invitation/:token',
  'partials/passkey-form.hbs': 'sign-in/passkey|confirm/passkey',
};

/** The forms of the dashboard's views. */
export function viewForms(): ViewForm[] {
  const views = readdirSync(join(VIEWS_DIR, 'dashboard')).map((file) => `dashboard/${file}`);
  return [...views, 'layouts/dashboard.hbs', 'partials/passkey-form.hbs'].flatMap((view) => {
    const source = readFileSync(join(VIEWS_DIR, view), 'utf8');
    return [...source.matchAll(FORM)].flatMap(([, attributes = '', content = '']) => {
      const method = /method="(\w+)"/.exec(attributes)![1]!.toUpperCase();
      const action = /action="(?:\/dashboard\/)?([^"]*)"/.exec(attributes.replace(CHOICE, '($1|$2)'))?.[1];
      if (action === undefined) return [];
      const pattern = action
        .replace(/\{\{(?:query|[@./a-z]*listQuery)\}\}$/, '')
        .replace(/\{\{(?:address|place|endpointPlace|action)\}\}/, `(?:${ADDRESSES[view]})`)
        .replace(/\{\{[^}]*\}\}/g, ':\\w+');
      const path = new RegExp(`^${pattern}$`);
      return {
        method,
        view,
        isSentTo: (declared) => path.test(declared),
        isFilledIn: FILLED_IN.test(content),
      };
    });
  });
}
