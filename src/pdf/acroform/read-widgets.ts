import { type PDF, PdfDict, PdfName, PdfNumber, type PDFPage, PdfStream } from '@libpdf/core';
import { resolve } from '../pdf-comparison.js';
import { OFF } from '../presenting/field-values.js';
import { type ExactNames } from '../structure/exact-names.js';
import { inherited, type ShownPage, shownPage, sidesOf, toShown } from '../structure/page-geometry.js';
import { type FieldLeaf } from './field-tree.js';
import { textIn } from './pdf-text.js';
import { type SourceType, type SourceWidget } from './source-field.js';

/** Flags of an annotation that is not drawn, or not on a screen (ISO 32000-2 §12.5.3). */
const HIDDEN = 1 << 1;
const NO_VIEW = 1 << 5;
const NOWHERE = { box: null, pageSize: null, rotation: 0 };
/** What a box stands for that names no state of its own. */
const USUAL_STATE = 'Yes';
const FULL_TURN = 360;
const MAX_LABEL = 1_000;
const MAX_STATE = 300;

/** What the widgets of a field share. */
export interface WidgetParts {
  type: SourceType;
  /** The state of a button; empty if it has none. */
  state: string;
  /** Of a button, in the order of its kids. */
  exportValues: readonly string[];
  kids: readonly PdfDict[];
  exact: ExactNames;
}

const STATELESS = { onState: '', exportValue: '', isOn: false };

/** Those on several pages are several. */
export function readWidgets(pdf: PDF, leaves: readonly FieldLeaf[], parts: WidgetParts): SourceWidget[] {
  return leaves.flatMap(({ dict, entries }): SourceWidget[] => {
    const isTicked = parts.type === 'check' || parts.type === 'radio';
    const shared = { ...(isTicked ? stateOf(pdf, dict, parts) : STATELESS), ...describe(pdf, dict) };
    if (entries.length === 0) return [{ ...shared, ...NOWHERE, page: null, order: Number.MAX_SAFE_INTEGER }];
    return entries.map(({ page, number, order }) => ({
      ...shared,
      ...{ page: number, order, ...placeOn(pdf, page, dict) },
    }));
  });
}

function describe(pdf: PDF, dict: PdfDict): Pick<SourceWidget, 'isHidden' | 'label'> {
  const flags = resolve(pdf, dict.get('F'));
  const bits = flags instanceof PdfNumber ? flags.value : 0;
  return {
    isHidden: (bits & (HIDDEN | NO_VIEW)) !== 0,
    label: textIn(resolve(pdf, dict.get('TU')), MAX_LABEL) ?? '',
  };
}

function placeOn(
  pdf: PDF,
  page: PDFPage,
  dict: PdfDict,
): Pick<SourceWidget, 'box' | 'pageSize' | 'rotation'> {
  const sides = sidesOf(resolve(pdf, dict.get('Rect')) ?? undefined);
  const shown = shownPageOf(pdf, page);
  if (!sides || !shown) return NOWHERE;
  const { left: x, bottom: y, right, top } = sides;
  const box = toShown(shown, { x, y, width: right - x, height: top - y });
  return { box, pageSize: [shown.width, shown.height], rotation: rotationOf(pdf, dict, shown) };
}

const pages = new WeakMap<PdfDict, ShownPage | null>();

/** @returns null for a page without a size, or turned by less than a right angle */
function shownPageOf(pdf: PDF, page: PDFPage): ShownPage | null {
  const known = pages.get(page.dict);
  if (known !== undefined) return known;
  const rotation = inherited(pdf, page, 'Rotate');
  const isStraight = !(rotation instanceof PdfNumber) || rotation.value % 90 === 0;
  const found = isStraight ? shownPage(pdf, page) : null;
  pages.set(page.dict, found);
  return found;
}

/** A page turns clockwise, and what a widget shows the other way (ISO 32000-2 §12.5.6.19, `R`). */
function rotationOf(pdf: PDF, dict: PdfDict, { turn }: ShownPage): number {
  const look = resolve(pdf, dict.get('MK'));
  const own = look instanceof PdfDict ? resolve(pdf, look.get('R')) : null;
  const degrees = turn - (own instanceof PdfNumber ? own.value : 0);
  return ((degrees % FULL_TURN) + FULL_TURN) % FULL_TURN;
}

/** The states of a button are the names of its appearances (ISO 32000-2 §12.7.5.2.3). */
function stateOf(
  pdf: PDF,
  dict: PdfDict,
  { type, state, exportValues, kids, exact }: WidgetParts,
): Pick<SourceWidget, 'onState' | 'exportValue' | 'isOn'> {
  const stated = resolve(pdf, dict.get('AS'));
  const shown = stated instanceof PdfName ? exact.read(stated.value) : state;
  const drawn = statesDrawn(pdf, dict).map((each) => exact.read(each));
  const on = [shown, state].filter((each) => each !== '' && each !== OFF);
  const onState = (on.find((each) => drawn.includes(each)) ?? drawn[0] ?? on[0] ?? USUAL_STATE).slice(
    0,
    MAX_STATE,
  );
  const index = kids.indexOf(dict);
  const exportValue = exportValues[index < 0 ? 0 : index] || onState;
  // Of radio buttons one is on, which the field says; a box shows its own state.
  const isOfField = type === 'radio' && state !== '';
  const isOn = isOfField ? state === onState || state === exportValue : shown === onState;
  return { onState, exportValue, isOn };
}

function statesDrawn(pdf: PDF, dict: PdfDict): string[] {
  const looks = resolve(pdf, dict.get('AP'));
  if (!(looks instanceof PdfDict)) return [];
  const states = ['N', 'D'].flatMap((key) => {
    const look = resolve(pdf, looks.get(key));
    // A stream is one look for all states.
    return look instanceof PdfDict && !(look instanceof PdfStream)
      ? [...look.keys()].map(({ value }) => value)
      : [];
  });
  return states.filter((each) => each !== OFF);
}
