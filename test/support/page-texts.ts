import { type Page } from 'playwright-core';

/**
 * Defines in the browser the faults of texts below an element: texts that stick out of their place or are cut off,
 * button labels that leave their button, words that are broken in two, and options wider than their list.
 */
const DEFINE_FAULTS = (besides: string) => `
  const isShown = (element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  // Documents scroll and are others' words, what is unseen has no place, and handwriting may reach beyond its line.
  const OTHERS = '.unseen, .document-scroll, .thumbnails, .hand, svg, canvas, input, textarea, template, ${besides}';
  const GIVEN = 'bdi, code, .words, .plain-words, .fingerprint, .link';
  const nameOf = (element) => (element.className || element.localName) + ' “' + element.textContent.trim().slice(0, 60) + '”';
  const textsIn = (element) => [...element.childNodes].filter(({ nodeType, data }) => nodeType === 3 && data.trim() !== '');
  const boxesOf = (node, from, to) => {
    const range = document.createRange();
    range.setStart(node, from);
    range.setEnd(node, to);
    return [...range.getClientRects()].filter(({ width }) => width > 0);
  };

  function cutOff(element) {
    const { display, overflowX, overflowY } = getComputedStyle(element);
    const cuts = (overflow) => overflow === 'hidden' || overflow === 'clip';
    const { scrollWidth, clientWidth, scrollHeight, clientHeight } = element;
    if (display === 'inline' || clientWidth <= 1 || element.textContent.trim() === '') return [];
    const isWide = scrollWidth > clientWidth + 1 && (cuts(overflowX) || textsIn(element).length > 0);
    const isHigh = scrollHeight > clientHeight + 1 && cuts(overflowY);
    return isWide || isHigh ? ['Cut off: ' + nameOf(element)] : [];
  }

  function outside(element) {
    if (!element.matches('button, .button, .quiet, summary, .ways span')) return [];
    const place = element.getBoundingClientRect();
    const range = document.createRange();
    range.selectNodeContents(element);
    const isOut = ({ left, right, top, bottom, width }) =>
      width > 1 && (left < place.left - 1 || right > place.right + 1 || top < place.top - 1 || bottom > place.bottom + 1);
    return [...range.getClientRects()].some(isOut) ? ['Leaves its button: ' + nameOf(element)] : [];
  }

  function broken(element) {
    if (element.closest(GIVEN)) return [];
    return textsIn(element).flatMap((node) =>
      [...node.data.matchAll(/[\\p{L}\\p{M}\\p{N}]{2,}/gu)]
        .filter(({ index, 0: word }) => new Set(boxesOf(node, index, index + word.length).map(({ top }) => Math.round(top))).size > 1)
        .filter(({ index, 0: word }) => !/[@\\/_]\\S*$/.test(node.data.slice(0, index)) && !/^\\S*[@\\/_]/.test(node.data.slice(index)))
        .map(([word]) => 'Broken: ' + word + ' in ' + nameOf(element)),
    );
  }

  function tooWide(element) {
    if (element.localName !== 'select') return [];
    const { font, paddingLeft, paddingRight } = getComputedStyle(element);
    const pen = Object.assign(document.createElement('canvas').getContext('2d'), { font });
    const room = element.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight) - 20;
    const text = element.selectedOptions[0].textContent;
    return pen.measureText(text).width > room ? ['Wider than its list: ' + text] : [];
  }

  function textFaults(root) {
    const { scrollWidth, clientWidth } = document.documentElement;
    const faults = scrollWidth > clientWidth ? ['The page scrolls sideways, to ' + scrollWidth] : [];
    for (const element of [root, ...root.querySelectorAll('*')])
      if (isShown(element) && !element.closest(OTHERS))
        faults.push(...cutOff(element), ...outside(element), ...broken(element), ...tooWide(element));
    return faults;
  }`;

/** The faults of the texts on the page at its present size. @param besides - selects others that may be cut off */
export function textFaults(page: Page, besides = 'template'): Promise<string[]> {
  return page.evaluate<string[]>(`(() => {${DEFINE_FAULTS(besides)}\nreturn textFaults(document.body); })()`);
}

/** Where scripts show the texts that an element holds in `data-*`. A status or an alert shows its own. */
const SHOWN_IN: readonly (readonly [holder: string, texts: string, place: string])[] = [
  ['[data-sign-form]', 'left done', '[data-fields-left]'],
  ['[data-sign-form]', 'clicked', '[data-signs]'],
  ['[data-document]', 'noText', '[data-page-words]'],
  ['[data-thumbnails]', 'openFields', '.thumbnail .unseen'],
  ['[data-document-count]', 'pageText', '[data-document-count]'],
  ['[data-mark-told]', 'told', '[data-mark-told]'],
  ['[data-capture-texts]', 'dark glare blurred moving empty steady taken starting', '[data-capture-hint]'],
  ['[data-capture-texts]', 'refused missing', '[data-capture-problem] p'],
  ['[data-upload-status]', 'again', '.actions .button[type=submit]'],
  ['[data-selfie-texts]', 'straight_ahead turn_left turn_right come_closer', '[data-selfie-instruction]'],
  ['[data-selfie-texts]', 'starting done', '[data-selfie-instruction]'],
  ['[data-selfie-texts]', 'no_face several_faces too_far too_close', '[data-selfie-hint]'],
  ['[data-selfie-texts]', 'hold_still turn_further too_dark off_centre', '[data-selfie-hint]'],
  ['[data-selfie-texts]', 'refused missing lost', '[data-selfie-problem] p'],
  ['[data-check-texts]', 'fingerprint asking known signers', '[data-check-status]'],
  ['[data-check-texts]', 'unknown failed insecure tooLarge', '[data-check-status]'],
];

/** The longest usual values that scripts put into such texts. */
const PUT_IN = {
  percent: '100',
  name: 'IMG_20261125_142358.jpg',
  count: '100',
  page: '100',
  pages: '250',
  organization: 'Meridian Notaries',
  when: '25 November 2026 at 14:23:58 CET',
};

/** What scripts may show later, checked in advance. */
interface LaterTexts {
  faults: string[];
  /** Texts that were measured, and texts whose place the page does not show in its present state. */
  shown: string[];
  unshown: string[];
}

/**
 * Puts each text that a script may show later into its place, shows what is hidden, and measures it there. The
 * longest text of each place stays until the page is left, so other checks include it.
 */
export function showLaterTexts(page: Page): Promise<LaterTexts> {
  return page.evaluate<LaterTexts>(`(() => {${DEFINE_FAULTS('template')}
    const faults = [], shown = [], unshown = [];
    for (const part of document.querySelectorAll('main [hidden]:not([data-way-field])')) {
      if (!part.textContent.trim() || !part.parentElement.checkVisibility()) continue;
      part.hidden = false;
      faults.push(...textFaults(part));
      // Others show instead of what is there, and not in addition.
      if (!part.matches('[role=alert], [role=status], .small')) part.hidden = true;
    }

    const formsOf = (text) => {
      if (!text.startsWith('{"')) return [text];
      const forms = JSON.parse(text);
      return 'other' in forms ? Object.values(forms) : [];
    };
    const filled = (text) => text.replace(/\\{(\\w+)\\}/g, (_, name) => (${JSON.stringify(PUT_IN)})[name]);
    for (const holder of document.querySelectorAll('main *'))
      for (const [name, text] of Object.entries(holder.dataset)) {
        const known = ${JSON.stringify(SHOWN_IN)}.find(([held, texts]) => holder.matches(held) && texts.split(' ').includes(name));
        const isText = (form) => /\\p{L}/u.test(form) && (known || /\\S\\s+\\S/.test(form));
        const forms = formsOf(text).filter(isText).map(filled);
        const isOwn = holder.matches('[role=status], [role=alert]');
        if (forms.length > 0 && !known && !isOwn) faults.push('Nobody knows where data-' + name + ' is shown: ' + text);
        const place = known ? document.querySelector(known[2]) : isOwn ? holder : null;
        const called = [...holder.attributes].find((each) => each.name.startsWith('data-')).name + ' ' + name;
        if (forms.length > 0 && !place) unshown.push(called);
        for (const form of place ? forms : []) {
          const before = place.textContent;
          const hidden = place.closest('[hidden]:not([data-way-field])');
          if (hidden) hidden.hidden = false;
          place.textContent = form;
          (isShown(place) ? shown : unshown).push(called);
          if (isShown(place)) faults.push(...textFaults(place).map((fault) => called + ': ' + fault));
          if (before.length > form.length) place.textContent = before;
        }
      }

    for (const folded of document.querySelectorAll('details')) folded.open = true;
    faults.push(...textFaults(document.body));
    return { faults, shown, unshown };
  })()`);
}
