import { type PDF, PdfDict, type PdfObject, type PdfRef, PdfString } from '@libpdf/core';
import { isScript } from '../presenting/form-actions.js';
import { reachable } from '../structure/reachable.js';
import { invertsLayers, printsHiddenLayer } from './layers.js';
import { printsSomethingElse } from './print-only.js';

/** Files that an operating system executes when opened. */
const PROGRAM_FILE =
  /\.(?:exe|com|scr|bat|cmd|ps1|vbs|vbe|js|jse|wsf|wsh|hta|msi|msp|jar|lnk|reg|cpl|dll|sh|app|apk|command|desktop)$/i;
/** An address that runs a script. Browsers ignore control characters and spaces before it and inside its scheme. */
const SCRIPT_ADDRESS = /^(?:javascript|vbscript):/i;
const IGNORED_IN_ADDRESSES = /[\u0000-\u0020]/g; // eslint-disable-line no-control-regex
/**
 * A path on another computer: `//server/share`, `\\server\share`, or an address with a server or such a path.
 * `file:///C:/folder` is on the same computer.
 */
const NETWORK_PATH = /^(?:[/\\]{2}|[a-z][a-z0-9+.-]*:[/\\]{2}(?!\/(?:[^/\\]|$)))/i;
const ENCODED_SLASH = /%(?:2f|5c)/gi;
/** Content that can be executed, reaches outside the file, or differs from what signers read. */
export type ActiveContent =
  | 'document_has_javascript'
  | 'document_has_launch_action'
  | 'document_has_program'
  | 'document_has_submit_action'
  | 'document_has_import_action'
  | 'document_has_network_path'
  | 'document_has_script_link'
  | 'document_has_rich_media'
  | 'document_is_portfolio'
  | 'document_prints_differently';

/** Actions by type (ISO 32000-1 §12.6.4, ISO 32000-2 §12.6.4.18). */
const ACTIONS: Partial<Record<string, ActiveContent>> = {
  Launch: 'document_has_launch_action',
  SubmitForm: 'document_has_submit_action',
  ImportData: 'document_has_import_action',
  RichMediaExecute: 'document_has_rich_media',
};
/** Actions that open another file (ISO 32000-1 §12.6.4.3, §12.6.4.4 and §12.6.4.6). */
const OPENS_FILE = new Set(['GoToR', 'GoToE', 'Thread']);
const FILE_NAMES = ['F', 'UF', 'DOS', 'Mac', 'Unix'];

const REMOVABLE = new Set<ActiveContent>([
  'document_has_javascript',
  'document_has_submit_action',
  'document_has_import_action',
]);

/** Whether this is harmless where it can be removed. */
export const isRemovable = (found: ActiveContent): boolean => REMOVABLE.has(found);

/**
 * Finds active content in a document: what signers read must not change or reach outside the file, it must equal what
 * is printed, and a contract must not deliver a program. Examines everything reachable from the catalog.
 * @param removed actions that the presented file will not have
 * @throws Error if there are too many objects
 */
export function activeContent(pdf: PDF, removed: ReadonlySet<PdfDict> = new Set()): ActiveContent | null {
  if (pdf.getCatalog().has('Collection')) return 'document_is_portfolio';
  let [hasInverted, hasModel] = [false, false];
  for (const object of reachable(pdf)) {
    const found = activeIn(object, pdf);
    if (found && !(isRemovable(found) && removed.has(object))) return found;
    hasInverted ||= invertsLayers(object, pdf);
    hasModel ||= object.getName('Subtype', resolverOf(pdf))?.value === '3D';
  }
  if (hasModel) return 'document_has_rich_media';
  return printsHiddenLayer(pdf, hasInverted) ? 'document_prints_differently' : null;
}

function activeIn(object: PdfDict, pdf: PDF): ActiveContent | null {
  const nameAt = (key: string) => object.getName(key, resolverOf(pdf))?.value ?? '';
  const action = nameAt('S');
  if (isScript(object, pdf) || object.has('OnInstantiate')) return 'document_has_javascript';
  const known = Object.hasOwn(ACTIONS, action) ? ACTIONS[action] : undefined;
  if (known) return known;
  if (nameAt('Subtype') === 'RichMedia') return 'document_has_rich_media';
  if (OPENS_FILE.has(action) && isOnNetwork(object.get('F', resolverOf(pdf)), pdf))
    return 'document_has_network_path';
  if (['URI', 'Base'].some((key) => runsScript(object.get(key, resolverOf(pdf)))))
    return 'document_has_script_link';
  if (printsSomethingElse(object, pdf)) return 'document_prints_differently';
  return deliversProgram(object, pdf) ? 'document_has_program' : null;
}

function runsScript(address: PdfObject | undefined): boolean {
  return (
    address instanceof PdfString && SCRIPT_ADDRESS.test(address.asString().replace(IGNORED_IN_ADDRESSES, ''))
  );
}

/** A file specification is a name, or a dictionary with several (ISO 32000-1 §7.11). */
function isOnNetwork(file: PdfObject | undefined, pdf: PDF): boolean {
  if (file instanceof PdfString) {
    const path = file.asString().replace(IGNORED_IN_ADDRESSES, '').replace(ENCODED_SLASH, '/');
    return NETWORK_PATH.test(path);
  }
  if (!(file instanceof PdfDict)) return false;
  if (file.getName('FS', resolverOf(pdf))?.value === 'URL') return true;
  return FILE_NAMES.some((key) => {
    const name = file.get(key, resolverOf(pdf));
    return name instanceof PdfString && isOnNetwork(name, pdf);
  });
}

/** Attached programs are recognized by name (ISO 32000-1 §7.11.3). */
function deliversProgram(object: PdfDict, pdf: PDF): boolean {
  if (!object.has('EF')) return false;
  return ['F', 'UF'].some((key) => {
    const name = object.get(key, resolverOf(pdf));
    return name instanceof PdfString && PROGRAM_FILE.test(name.asString());
  });
}

const resolverOf = (pdf: PDF) => (ref: PdfRef) => pdf.getObject(ref);
